import { type SyntheticEvent, useId, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { ASSIGNEE_CHARS_MAX, NOTE_CHARS_MAX, SNOOZE_MEANT_MS_MAX } from '../../../schemas/limits.ts';
import type { Snooze, Triage } from '../../../schemas/triage.ts';
import { useMayChange } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toExactTime } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { LongText } from '../ui/long-text.tsx';
import { ActionMenu } from '../ui/menu.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import './triage-card.css';
import type { Decide } from './use-detail-act.ts';
import { assign, note, resolveIn, snooze, useTriage } from './use-triage.ts';

const HOUR_MS = 3_600_000;
const NOTE_CHARS_SHOWN = 300;

interface SnoozeChoice {
  readonly label: string;
  readonly toSnooze: () => Snooze;
}

const forHours = (hours: number) => () => ({ until: new Date(Date.now() + hours * HOUR_MS).toISOString() });

const SNOOZES: readonly SnoozeChoice[] = [
  { label: 'For an hour', toSnooze: forHours(1) },
  { label: 'For a day', toSnooze: forHours(24) },
  { label: 'For a week', toSnooze: forHours(7 * 24) },
  { label: 'Until 10 more events', toSnooze: () => ({ events: 10 }) },
  { label: 'Until 100 more events', toSnooze: () => ({ events: 100 }) },
  { label: 'Until 10 more users', toSnooze: () => ({ users: 10 }) },
];

const RESOLVES = [
  { label: 'The newest release', release: 'current', done: 'Resolved: it opens with this release or a newer one' },
  { label: 'The next release', release: 'next', done: 'Resolved: it opens with a newer release' },
] as const;

/** Who has it, until when nobody wants to hear of it, and what was done with it. */
export function TriageCard({ group, onDecide }: { readonly group: ErrorGroup; readonly onDecide: Decide }) {
  const { data } = useTriage(group);
  const mayChange = useMayChange();
  return (
    <section className="card triage" aria-labelledby="triage-title">
      <header className="card-head">
        <h2 id="triage-title">Who and when</h2>
        {mayChange && (
          <ActionMenu
            actions={RESOLVES.map(({ label, release, done }) => ({
              label,
              run: () => onDecide('resolved', () => resolveIn(group, release, done)),
            }))}
            trigger={<Button>Resolve in …</Button>}
          />
        )}
        {mayChange && <SnoozeMenu onSnooze={(until) => onDecide('ignored', () => snooze(group, until))} />}
      </header>
      {data !== undefined && (
        <div className="triage-body">
          <ResolvedLine group={group} />
          <SnoozeLine snooze={data.snooze} />
          {mayChange ? (
            <AssigneeForm group={group} assignee={data.assignee} />
          ) : (
            <p>{data.assignee === null ? 'Nobody has it.' : `${toVisible(data.assignee)} has it.`}</p>
          )}
          {mayChange && <NoteForm group={group} />}
          <History entries={data.history} />
        </div>
      )}
    </section>
  );
}

function SnoozeMenu({ onSnooze }: { readonly onSnooze: (until: Snooze) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const choices = SNOOZES.map(({ label, toSnooze }) => ({ label, run: () => onSnooze(toSnooze()) }));
  return (
    <>
      <ActionMenu
        actions={[...choices, { label: 'Until …', run: () => setIsOpen(true) }]}
        trigger={<Button>Snooze …</Button>}
      />
      {isOpen && <SnoozeDialog onSnooze={onSnooze} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Which releases open it again, or which one has. */
function ResolvedLine({ group: { status, resolvedIn, reopenedIn } }: { readonly group: ErrorGroup }) {
  if (status === 'resolved' && resolvedIn !== undefined)
    return (
      <p className="triage-snooze">
        Resolved in {resolvedIn.next === true ? 'the release after ' : ''}
        <span className="mono">{toVisible(resolvedIn.release)}</span>: older ones leave it so.
      </p>
    );
  if (reopenedIn === undefined) return null;
  return (
    <p className="triage-snooze">
      Came back with <span className="mono">{toVisible(reopenedIn)}</span>.
    </p>
  );
}

function SnoozeLine({ snooze }: Pick<Triage, 'snooze'>) {
  if (snooze === null) return null;
  const { until, eventsLeft, usersLeft } = snooze;
  const ends = [
    ...(until === undefined ? [] : [toUntilText(until)]),
    ...(eventsLeft === undefined ? [] : [`until ${toAmount(eventsLeft, 'more event')}`]),
    ...(usersLeft === undefined ? [] : [`until ${toAmount(usersLeft, 'more user')}`]),
  ];
  return <p className="triage-snooze">Snoozed {ends.join(' or ')}.</p>;
}

/** A time that nobody lives to see stands for none. */
function toUntilText(until: string): string {
  const untilMs = Date.parse(until);
  return untilMs - Date.now() > SNOOZE_MEANT_MS_MAX ? 'until further notice' : `until ${toExactTime(untilMs)}`;
}

interface AssigneeFormProps {
  readonly group: ErrorGroup;
  readonly assignee: string | null;
}

function AssigneeForm({ group, assignee }: AssigneeFormProps) {
  // Null until somebody types, and once it is done: then it is whoever has the error, also where somebody else has said so.
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const name = typed ?? assignee ?? '';
  const wanted = name.trim();
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    void assign(group, wanted === '' ? null : wanted, assignee).then((isDone) => {
      // Who goes on typing meanwhile keeps what was typed.
      if (isDone) setTyped((now) => (now === typed ? null : now));
    });
  };
  return (
    <form className="triage-form" onSubmit={send}>
      <label htmlFor={id}>Assigned to</label>
      <input
        id={id}
        className="field"
        autoComplete="off"
        spellCheck={false}
        maxLength={ASSIGNEE_CHARS_MAX}
        placeholder="nobody"
        value={name}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={wanted === (assignee ?? '')}>
        Assign
      </Button>
    </form>
  );
}

function NoteForm({ group }: { readonly group: ErrorGroup }) {
  const [text, setText] = useState('');
  const id = useId();
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    void note(group, text.trim()).then((isDone) => {
      if (isDone) setText('');
    });
  };
  return (
    <form className="triage-form" onSubmit={send}>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        className="field"
        rows={2}
        maxLength={NOTE_CHARS_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}

function History({ entries }: { readonly entries: Triage['history'] }) {
  if (entries.length === 0) return null;
  return (
    <ol className="triage-history" aria-label="History">
      {entries.map((entry, index) => (
        <li key={index}>
          <span>{toWords(entry)}</span>{' '}
          <span className="triage-facts">
            {entry.by !== undefined && <span className="clip">{toVisible(entry.by)}</span>}{' '}
            <RelativeTime at={entry.at} />
          </span>
          {entry.kind === 'note' && (
            <p className="triage-note" dir="auto">
              <LongText text={entry.text} shown={NOTE_CHARS_SHOWN} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function toWords({ kind, text }: Triage['history'][number]): string {
  switch (kind) {
    case 'status':
      return `Set to ${toVisible(text)}`;
    case 'snoozed':
      return `Snoozed ${toVisible(text)}`;
    case 'woke':
      return 'Came back';
    case 'regressed':
      return 'Came back after it was resolved';
    case 'ignored':
      return `Ignored by the rule ${toVisible(text)}`;
    case 'assigned':
      return text === '' ? 'Taken from whoever had it' : `Assigned to ${toVisible(text)}`;
    case 'note':
      return 'Note';
    case 'merged':
      return `Merged with ${toAmount(toIds(text).length, 'error')}`;
    case 'unmerged':
      return `Taken out: ${toAmount(toIds(text).length, 'error')}`;
    case 'split':
      return 'Some of its events were taken out';
    case 'split_off':
      return 'Taken out of another error';
  }
}

/** What the history tells of parts. */
function toIds(text: string): readonly string[] {
  return text.split(' ').filter((id) => id !== '');
}
