import { patchSearch } from '../router/location.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';

interface FilterMenuProps {
  /** Of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly string[];
}

const ANY = '';

/** One filter: its name, or what it is set to. */
export function FilterMenu({ name, label, value, options }: FilterMenuProps) {
  return (
    <ChoiceMenu
      label={label}
      value={value ?? ANY}
      options={[
        { value: ANY, label: 'Any' },
        ...options.map((option) => ({ value: option, label: toVisible(option) })),
      ]}
      onChange={(next) => patchSearch({ [name]: next })}
      trigger={
        <button type="button" className="filter" data-active={value !== null || undefined}>
          {value === null ? label : `${label}: ${toVisible(value)}`}
          <Icon name="chevronDown" />
        </button>
      }
    />
  );
}
