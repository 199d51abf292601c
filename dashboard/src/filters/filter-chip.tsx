import { patchSearch } from '../router/location.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';

interface FilterChipProps {
  readonly text: string;
  /** What is taken out of the address with it. */
  readonly names: readonly string[];
}

/** A filter that is set and has no menu: it can only be taken away. */
export function FilterChip({ text, names }: FilterChipProps) {
  const shown = toOneLine(text);
  return (
    <button
      type="button"
      className="filter"
      data-active
      title={shown}
      aria-label={`Remove ${shown}`}
      onClick={() => patchSearch(Object.fromEntries(names.map((name) => [name, null])))}
    >
      <span className="filter-text">{shown}</span>
      <Icon name="close" />
    </button>
  );
}
