import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { SEARCH_CHARS_MAX } from '../../../schemas/limits.ts';
import { useErrorGroups, useProjects } from '../api/queries.ts';
import { useMayChange } from '../api/session.ts';
import { navigate } from '../router/location.ts';
import { chooseProject, toPage, useProject } from '../router/project.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import './command-dialog.css';
import { isDark, theme } from '../ui/theme.ts';
import { PAGES } from './pages.ts';

interface Command {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
  readonly run: () => void;
}

interface CommandDialogProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

const GROUPS_SHOWN = 6;

/** Type to go anywhere: pages, projects, error groups, a few things to do. */
export function CommandDialog({ onClose, onHelp }: CommandDialogProps) {
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const listId = useId();
  const commands = useCommands(text, onHelp);
  const chosen = commands[Math.min(cursor, commands.length - 1)];
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const steer = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setCursor((at) => (Math.min(at, commands.length - 1) + step + commands.length) % commands.length);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Search or jump to" onClose={onClose} bare>
      <div className="command-search">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.key}`}
          aria-label="Search or jump to"
          placeholder="Search errors, or jump to a page or project"
          value={text}
          onKeyDown={steer}
          onChange={({ target }) => {
            setText(target.value);
            setCursor(0);
          }}
        />
        <kbd className="key">Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label="Results" className="command-list">
        {commands.map((command) => (
          <div
            key={command.key}
            id={`${listId}-${command.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className="command-item"
            onClick={() => run(command)}
            onMouseMove={() => setCursor(commands.indexOf(command))}
          >
            <Icon name={command.icon} />
            <span className="command-label">{command.label}</span>
            <span className="command-hint">{command.hint}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="command-none">Nothing is called that.</p>}
    </Dialog>
  );
}

function useCommands(text: string, onHelp: () => void): readonly Command[] {
  const projectId = useProject();
  const search = useDeferredValue(text.trim());
  const { data: found } = useErrorGroups({
    projectId,
    search: search.slice(0, SEARCH_CHARS_MAX),
    pageSize: GROUPS_SHOWN,
  });
  const { data: projects } = useProjects();
  const auditHint = useMayChange() ? 'Page' : 'For admins';
  const fixed: Command[] = [
    ...PAGES.flatMap(({ path, title, nav }): Command[] =>
      nav === undefined
        ? []
        : [{ key: path, icon: nav.icon, label: title, hint: `g ${nav.key}`, run: () => navigate(toPage(path)) }],
    ),
    { key: '/audit', icon: 'clock', label: 'Audit', hint: auditHint, run: () => navigate(toPage('/audit')) },
    ...(projects?.projects ?? []).map(
      ({ id, name }): Command => ({
        key: `project-${id}`,
        icon: 'projects',
        label: toVisible(name),
        hint: 'Project',
        run: () => chooseProject(name),
      }),
    ),
    ...(projectId === null
      ? []
      : [
          {
            key: 'all-projects',
            icon: 'projects',
            label: 'All projects',
            hint: 'Project',
            run: () => chooseProject(null),
          } as const,
        ]),
    {
      key: 'theme',
      icon: isDark() ? 'sun' : 'moon',
      label: isDark() ? 'Light theme' : 'Dark theme',
      hint: 'Switch',
      run: () => theme.set(isDark() ? 'light' : 'dark'),
    },
    { key: 'help', icon: 'help', label: 'Keyboard shortcuts', hint: '?', run: onHelp },
  ];
  const groups = (search === '' ? [] : (found?.errors ?? [])).map(
    ({ id, type, message }): Command => ({
      key: `error-${id}`,
      icon: 'errors',
      label: toHeadline(message, 120),
      hint: toVisible(type),
      run: () => navigate(toPage(`/errors/${id}`)),
    }),
  );
  const wanted = text.trim().toLowerCase();
  return [...fixed.filter(({ label }) => label.toLowerCase().includes(wanted)), ...groups];
}
