import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { useMayChange } from '../api/session.ts';
import { toErrorListHref } from '../error-list/error-list.ts';
import type { Neighbours } from '../lists/neighbours.ts';
import { Link } from '../router/link.tsx';
import { STATUS_ACTIONS, type StatusAction } from '../status/set-status.ts';
import { isRegressed, RegressedBadge, SeverityBadge, StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { toHeading, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { ActionMenu } from '../ui/menu.tsx';
import { copyForAssistant } from './copy-for-assistant.ts';
import { toJson, toMarkdown } from './to-report.ts';
import { toStep } from './use-detail-act.ts';

/** Some four lines of a wide page. */
const TITLE_CHARS = 280;

interface DetailHeadProps {
  readonly group: ErrorGroupDetail['error'];
  readonly event: EventRecord | null;
  /** Of the list that it was opened from. */
  readonly neighbours: Neighbours;
  readonly onAct: (action: StatusAction) => void;
}

/** What it is, and what can be done with it. */
export function DetailHead({ group, event, neighbours, onAct }: DetailHeadProps) {
  const { heading, rest } = toHeading(group.message);
  const actions = useMayChange() ? STATUS_ACTIONS.filter(({ status }) => status !== group.status) : [];
  return (
    <header className="detail-head">
      <nav className="detail-path" aria-label="Path">
        <Link to={toErrorListHref()} className="text-quiet">
          Errors
        </Link>
        <Icon name="chevronRight" />
        <span className="mono clip">{toVisible(group.type)}</span>
      </nav>
      <div className="detail-title">
        <h1 dir="auto">
          <LongText key={group.id} text={heading} shown={TITLE_CHARS} />
        </h1>
        <div className="detail-actions">
          <Steps neighbours={neighbours} />
          {actions.map((action) => (
            <Button
              key={action.key}
              kind={action.status === 'resolved' ? 'primary' : 'plain'}
              title={`${action.label} (${action.key})`}
              onClick={() => onAct(action)}
            >
              <Icon name={action.icon} />
              {action.label}
            </Button>
          ))}
          <ActionMenu
            actions={[
              { label: 'Copy for an assistant', run: () => void copyForAssistant(event?.eventId ?? group.id) },
              { label: 'Copy as Markdown', run: () => void copyText(toMarkdown(group, event), 'The report') },
              { label: 'Copy as JSON', run: () => void copyText(toJson(group, event), 'The JSON') },
              { label: 'Copy link', run: () => void copyText(window.location.href, 'The link') },
            ]}
            trigger={
              <Button aria-label="Copy">
                <Icon name="copy" />
                <span className="detail-copy">Copy</span>
                <Icon name="chevronDown" />
              </Button>
            }
          />
        </div>
      </div>
      {rest !== '' && (
        <p className="detail-rest" dir="auto">
          <LongText key={group.id} text={rest} shown={TITLE_CHARS} />
        </p>
      )}
      <div className="detail-badges">
        <StatusBadge status={group.status} />
        {isRegressed(group) && <RegressedBadge />}
        <SeverityBadge severity={group.severity} />
        {event?.handled === false && (
          <span className="badge" data-tone="bad" title="Nothing in the application caught this event">
            unhandled
          </span>
        )}
        <span className="badge">{group.source}</span>
        {group.projectId !== undefined && (
          <span className="badge">
            <span className="clip">{toVisible(group.projectId)}</span>
          </span>
        )}
      </div>
    </header>
  );
}

function Steps({ neighbours: { newerId, olderId } }: { readonly neighbours: Neighbours }) {
  const [toPrevious, toNext] = [toStep(newerId), toStep(olderId)];
  if (toPrevious === null && toNext === null) return null;
  return (
    <>
      <Button
        square
        aria-label="Previous error"
        title="Previous error of the list (p)"
        disabled={toPrevious === null}
        onClick={() => toPrevious?.()}
      >
        <Icon name="chevronLeft" />
      </Button>
      <Button
        square
        aria-label="Next error"
        title="Next error of the list (n)"
        disabled={toNext === null}
        onClick={() => toNext?.()}
      >
        <Icon name="chevronRight" />
      </Button>
    </>
  );
}
