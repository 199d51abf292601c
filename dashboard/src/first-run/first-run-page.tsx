import { BASE_PATH } from '../base-path.ts';
import { feedState } from '../feed/feed.ts';
import { useProject } from '../router/project.ts';
import { useStore } from '../store.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useTitleOf } from '../ui/title.ts';
import './first-run.css';
import { SnippetTabs } from './snippet-tabs.tsx';

interface Promised {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

const PROMISES: readonly Promised[] = [
  { icon: 'errors', title: 'Grouped', text: 'The same failure is one error with a count, however often it comes.' },
  { icon: 'bulb', title: 'Explained', text: 'What it means and what to try, in plain words, beside the stack.' },
  { icon: 'ignore', title: 'Redacted', text: 'Passwords, tokens and cookies are removed before anything is stored.' },
];

/** What stands in place of the overview until something has arrived: how to send it. */
export function FirstRunPage() {
  const project = useProject();
  useTitleOf('Waiting for the first event');
  return (
    <div className="first-run">
      <header className="first-run-head">
        <Waiting />
        <h1>{project === null ? 'Send your first event' : `Send the first event of ${toVisible(project)}`}</h1>
        <p>
          From a terminal, with errord’s own library, or with the SDK that your program has. This page becomes the
          overview the moment something arrives.
        </p>
      </header>
      <SnippetTabs />
      <ul className="promises">
        {PROMISES.map(({ icon, title, text }) => (
          <li key={title} className="promise">
            <Icon name={icon} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether it really waits: without a connection nothing would be seen to arrive. */
function Waiting() {
  const isLive = useStore(feedState).kind === 'live';
  return (
    <p className="waiting" role="status" data-live={isLive || undefined}>
      <span className="waiting-dot" aria-hidden="true" />
      {isLive
        ? `Listening on ${window.location.host}${BASE_PATH}`
        : 'Not connected: what arrives shows once the connection is back'}
    </p>
  );
}
