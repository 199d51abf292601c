import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';
import { chooseTheme, THEMES, type Theme, theme } from './theme.ts';

const ICONS: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };
const LABELS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** Light, dark or as the system has it. */
export function ThemeMenu() {
  const chosen = useStore(theme);
  return (
    <ChoiceMenu
      label="Theme"
      value={chosen}
      options={THEMES.map((value) => ({ value, label: LABELS[value] }))}
      onChange={(value) => chooseTheme(THEMES.find((known) => known === value) ?? 'system')}
      side="top"
      align="end"
      trigger={
        <Button kind="quiet" square aria-label={`Theme: ${LABELS[chosen]}`} title="Theme">
          <Icon name={ICONS[chosen]} />
        </Button>
      }
    />
  );
}
