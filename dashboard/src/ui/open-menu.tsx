import * as Dropdown from '@radix-ui/react-dropdown-menu';
import { Icon } from './icon.tsx';
import type { ActionMenuProps, ChoiceMenuProps } from './menu.tsx';

// Not modal, because a modal menu injects a style sheet, which the page's policy refuses. Inside of the content, because
// what is outside of every landmark is missed by who goes from one to the next.

/** A list to choose one from, open as soon as it is there. */
export function OpenChoiceMenu(props: ChoiceMenuProps) {
  const { label, value, options, onChange, trigger, align = 'start', side = 'bottom' } = props;
  return (
    <Dropdown.Root modal={false} defaultOpen>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal container={document.getElementById('content')}>
        <Dropdown.Content className="menu" align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Dropdown.Label className="menu-label">{label}</Dropdown.Label>
          <Dropdown.RadioGroup value={value} onValueChange={onChange}>
            {options.map((option) => (
              <Dropdown.RadioItem key={option.value} value={option.value} className="menu-item">
                <span className="menu-text">{option.label}</span>
                <Dropdown.ItemIndicator>
                  <Icon name="check" />
                </Dropdown.ItemIndicator>
              </Dropdown.RadioItem>
            ))}
          </Dropdown.RadioGroup>
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

/** A list of things to do, open as soon as it is there. */
export function OpenActionMenu({ actions, trigger }: ActionMenuProps) {
  return (
    <Dropdown.Root modal={false} defaultOpen>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal container={document.getElementById('content')}>
        <Dropdown.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
          {actions.map(({ label, hint, run }) => (
            <Dropdown.Item key={label} className="menu-item" onSelect={run}>
              <span className="menu-text">{label}</span>
              {hint !== undefined && <kbd className="key">{hint}</kbd>}
            </Dropdown.Item>
          ))}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}
