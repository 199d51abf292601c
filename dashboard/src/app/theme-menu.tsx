import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';
import { THEME_LABELS, THEMES, type Theme, theme } from '../ui/theme.ts';

const ICONS: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

/** Light, dark or as the system has it. */
export function ThemeMenu() {
  const chosen = useStore(theme);
  return (
    <ChoiceMenu
      label="Theme"
      value={chosen}
      options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
      onChange={(value) => theme.set(THEMES.find((known) => known === value) ?? 'system')}
      side="top"
      align="end"
      trigger={
        <Button kind="quiet" square aria-label={`Theme: ${THEME_LABELS[chosen]}`} title="Theme">
          <Icon name={ICONS[chosen]} />
        </Button>
      }
    />
  );
}
