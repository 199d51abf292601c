import { type SyntheticEvent, useId, useState } from 'react';
import { VIEW_NAME_CHARS_MAX } from '../../../schemas/limits.ts';
import type { SavedView } from '../../../schemas/views.ts';
import { useMayChange } from '../api/session.ts';
import type { ErrorFilters } from '../error-list/filters.ts';
import { patchSearch } from '../router/location.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { ActionMenu } from '../ui/menu.tsx';
import { removeView, saveView, useViews } from './use-views.ts';

/** Queries that somebody has saved, and the way to save the one that is shown. */
export function ViewsMenu({ filters }: { readonly filters: ErrorFilters }) {
  const views = useViews(filters.projectId);
  const mayChange = useMayChange();
  const [isSaving, setIsSaving] = useState(false);
  const shown = views.find((view) => isShown(view, filters));
  const changes = [
    ...(filters.query !== null && shown === undefined
      ? [{ label: 'Save this query…', run: () => setIsSaving(true) }]
      : []),
    ...(shown === undefined ? [] : [{ label: `Remove “${toOneLine(shown.name)}”`, run: () => void removeView(shown) }]),
  ];
  const actions = [
    ...views.map((view) => ({ label: toOneLine(view.name), run: () => show(view) })),
    ...(mayChange ? changes : []),
  ];
  return (
    <>
      {actions.length > 0 && (
        <ActionMenu
          actions={actions}
          trigger={
            <button type="button" className="filter" data-active={shown === undefined ? undefined : true}>
              <span className="filter-text">{shown === undefined ? 'Views' : toOneLine(shown.name)}</span>
              <Icon name="chevronDown" />
            </button>
          }
        />
      )}
      {isSaving && <SaveDialog filters={filters} onClose={() => setIsSaving(false)} />}
    </>
  );
}

/** Another place to go back from; what the other filters had chosen is not part of a view. */
function show({ query, sort, direction }: SavedView): void {
  patchSearch({
    q: query,
    sort: sort === 'lastSeen' ? null : sort,
    direction: direction === 'desc' ? null : direction,
    ...Object.fromEntries(['severity', 'source', 'type', 'range', 'from', 'to', 'status'].map((name) => [name, null])),
  });
}

function isShown({ query, sort, direction }: SavedView, filters: ErrorFilters): boolean {
  return (
    query === filters.query && sort === (filters.sort ?? 'lastSeen') && direction === (filters.direction ?? 'desc')
  );
}

function SaveDialog({ filters, onClose }: { readonly filters: ErrorFilters; readonly onClose: () => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const { projectId, query, sort, direction } = filters;
    const order = { sort: sort ?? 'lastSeen', direction: direction ?? 'desc' } as const;
    const why = await saveView({ projectId, name: name.trim(), query: query ?? '', ...order });
    if (why === null) onClose();
    else setFault(why);
  };
  return (
    <Dialog label="Save this query" onClose={onClose}>
      <form className="view-form" onSubmit={(event) => void save(event)}>
        <p className="mono view-query">{toOneLine(filters.query ?? '')}</p>
        <label htmlFor={id}>{filters.projectId === null ? 'Name, for all projects' : 'Name, for this project'}</label>
        <input
          id={id}
          className="field"
          required
          maxLength={VIEW_NAME_CHARS_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {fault !== null && <p role="alert">{fault}</p>}
        <Button kind="primary" type="submit" disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
