import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Connection } from './connection.tsx';
import { PAGES, type Page } from './pages.ts';
import { ProjectMenu } from './project-menu.tsx';
import './shell.css';
import { undoLatest } from '../undo/undo.ts';
import { ThemeMenu } from './theme-menu.tsx';
import { useCommandKey } from './use-command-key.ts';

// Nobody waits for dialogs before seeing what broke; once it is seen they come by themselves.
const loadCommandDialog = () => import('./command-dialog.tsx');
const loadHelpDialog = () => import('./help-dialog.tsx');
const CommandDialog = lazy(async () => ({ default: (await loadCommandDialog()).CommandDialog }));
const HelpDialog = lazy(async () => ({ default: (await loadHelpDialog()).HelpDialog }));
const DIALOGS_AFTER_MS = 1000;

interface ShellProps {
  readonly current: Page | null;
  readonly children: ReactNode;
}

type OpenDialog = 'help' | 'command' | null;

/** What stands around every page: the way to the others, the project, the connection. */
export function Shell({ current, children }: ShellProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  useCommandKey(() => setDialog('command'));
  useEffect(loadDialogs, []);
  useShortcuts([
    ...PAGES.flatMap(({ path, title, nav }) =>
      nav === undefined
        ? []
        : [{ keys: `g ${nav.key}`, label: `Go to ${title}`, group: 'Everywhere', run: () => navigate(toPage(path)) }],
    ),
    {
      keys: 'Ctrl+z',
      label: 'Take the last change of a status, or a merge, back',
      group: 'Everywhere',
      run: undoLatest,
    },
    { keys: '?', label: 'Show the keys', group: 'Everywhere', run: () => setDialog('help') },
  ]);
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <Sidebar current={current} onOpen={setDialog} />
      <main id="content" className="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        {dialog === 'help' && <HelpDialog onClose={() => setDialog(null)} />}
        {dialog === 'command' && <CommandDialog onClose={() => setDialog(null)} onHelp={() => setDialog('help')} />}
      </Suspense>
    </div>
  );
}

function loadDialogs(): () => void {
  const timer = window.setTimeout(() => {
    void loadCommandDialog();
    void loadHelpDialog();
  }, DIALOGS_AFTER_MS);
  return () => window.clearTimeout(timer);
}

interface SidebarProps {
  readonly current: Page | null;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function Sidebar({ current, onOpen }: SidebarProps) {
  return (
    <div className="sidebar">
      <header className="sidebar-head">
        <Link to={toPage('/')} className="brand" aria-label="errord: overview">
          <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
            <rect width="32" height="32" rx="8" className="brand-ground" />
            <path d="M6 17h5l3-8 5 14 3-6h4" className="brand-line" />
          </svg>
          <span className="brand-name">errord</span>
        </Link>
        <ProjectMenu />
        <button type="button" className="command-button" onClick={() => onOpen('command')}>
          <Icon name="search" />
          <span className="command-text">
            Search<span className="visually-hidden"> or jump to</span>
          </span>
          <kbd className="key" aria-hidden="true">
            {isMac() ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
      </header>
      <nav className="nav" aria-label="Pages">
        {PAGES.map(({ path, title, nav }) =>
          nav === undefined ? null : (
            <Link
              key={path}
              to={toPage(path)}
              className="nav-link"
              aria-current={isWithin(current, path) ? 'page' : undefined}
            >
              <Icon name={nav.icon} />
              <span>{title}</span>
            </Link>
          ),
        )}
      </nav>
      <footer className="sidebar-foot">
        <Connection />
        <ReadsOnly />
        <ThemeMenu />
        <Button
          kind="quiet"
          square
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={() => onOpen('help')}
        >
          <Icon name="help" />
        </Button>
      </footer>
    </div>
  );
}

/** Why there are no buttons that change things. */
function ReadsOnly() {
  const { data: session } = useSession();
  if (session?.role !== 'reader') return null;
  return (
    <Link
      to={toPage('/settings')}
      className="badge reads-only"
      title="Logged in with a key that reads. To change things is for an admin’s."
    >
      reads only
    </Link>
  );
}

function isWithin(current: Page | null, path: string): boolean {
  if (current === null) return false;
  return current.path === path || (path !== '/' && current.path.startsWith(`${path}/`));
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}
