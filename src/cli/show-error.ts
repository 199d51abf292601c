import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Cause, EventRecord, StackFrame } from '../../schemas/event.js';
import type { FoundError } from '../lookup/find.js';
import {
  type Fact,
  toBuiltText,
  toCauseText,
  toCodeLines,
  toErrorText,
  toEventFacts,
  toExplanationTexts,
  toFrameTexts,
  toMetText,
} from '../lookup/record-text.js';
import { toBlock, toFieldLines, toParagraph } from './blocks.js';
import { CLI_RELATED_ROWS_MAX } from './limits.js';
import { toLocalTime } from './rows.js';
import type { Line } from './styled-line.js';
import { toCount } from './words.js';

/** What is known of a group besides. */
interface About {
  readonly affected?: readonly string[];
  /** What people did with it. */
  readonly done?: readonly Line[];
}

/** An error group with its latest event, or an event with its group: what happened, why, how often, where and in what. */
export function toErrorLines(found: FoundError, { affected = [], done = [] }: About = {}): readonly Line[] {
  const { kind, error, event } = found;
  const { id, type, message, severity, source, projectId, count, firstSeen, lastSeen } = error;
  const met = toMetText(found, toLocalTime);
  const title = kind === 'error' ? `error group ${id}` : `event ${event.eventId}`;
  const group: readonly Fact[] = [
    ['group', kind === 'event' ? id : undefined],
    ['seen', `${toCount(count, 'time')}, first ${toLocalTime(firstSeen)}, last ${toLocalTime(lastSeen)}`],
    ['status', toStatusText(error)],
    ['severity', `${severity}, ${source}`],
    ['project', projectId],
  ];
  return [
    [{ text: title, style: 'bold' }],
    ...toParagraph(toErrorText(event?.type ?? type, event?.message ?? message)),
    ...toFieldLines(group),
    ...toBlock('Why', toExplanationTexts(error).flatMap(toParagraph)),
    ...toBlock('Affected', affected.flatMap(toParagraph)),
    ...toBlock('Who and when', done),
    ...toMetLines(met),
    ...(event === null ? [] : toEventLines(event, toEventName(kind, event.eventId, met))),
  ];
}

function toMetLines(met: string | null): readonly Line[] {
  return met === null ? [] : [[], [{ text: met }]];
}

function toEventName(kind: FoundError['kind'], eventId: string, met: string | null): string {
  if (kind === 'event') return 'event';
  return met === null ? `latest event ${eventId}` : `latest of them, ${eventId}`;
}

function toStatusText({ status, reopenedAt, reopenedIn, resolvedIn }: ErrorGroup): string {
  const where =
    resolvedIn === undefined ? '' : ` in ${resolvedIn.next === true ? 'the release after ' : ''}${resolvedIn.release}`;
  if (reopenedAt === undefined) return `${status}${where}`;
  const release = reopenedIn === undefined ? '' : ` in ${reopenedIn}`;
  return `${status}, opened again ${toLocalTime(reopenedAt)}${release}`;
}

function toEventLines(event: EventRecord, name: string): readonly Line[] {
  const facts: readonly Fact[] = [['at', toLocalTime(event.timestamp)], ...toEventFacts(event)];
  return [
    ...toBlock(`Stack of the ${name}, own code marked with >`, toStackLines(event)),
    ...(event.causes ?? []).flatMap((cause) => toBlock(`Caused by ${toCauseText(cause)}`, toStackLines(cause))),
    ...toBlock(`About the ${name}`, toFieldLines(facts)),
    ...toBlock('Component stack', toParagraph(event.componentStack)),
    ...toBlock('Breadcrumbs, the last ones', toBreadcrumbs(event.breadcrumbs)),
  ];
}

/** The frames, or the text of the stack where it has none that were understood. */
function toStackLines({ stackFrames = [], stack }: Pick<Cause, 'stackFrames' | 'stack'>): readonly Line[] {
  if (stackFrames.length === 0) return toParagraph(stack);
  const firstOwn = stackFrames.findIndex(({ inApp }) => inApp);
  return stackFrames.flatMap((frame, index) => [toFrameLine(frame), ...(index === firstOwn ? toCode(frame) : [])]);
}

function toFrameLine(frame: StackFrame): Line {
  const { called, place } = toFrameTexts(frame);
  const { inApp } = frame;
  return [
    { text: `  ${inApp ? '>' : ' '} ${called}`, style: inApp ? 'bold' : 'dim' },
    { text: place, style: inApp ? 'cyan' : 'dim' },
    ...(frame.minified === undefined ? [] : [{ text: toBuiltText(frame), style: 'dim' } as const]),
  ];
}

function toCode(frame: StackFrame): readonly Line[] {
  return toCodeLines(frame).map(({ text, isFailing }) => [
    { text: `    ${text}`, style: isFailing ? 'yellow' : 'dim' },
  ]);
}

function toBreadcrumbs(breadcrumbs: readonly unknown[] = []): readonly Line[] {
  return breadcrumbs.slice(-CLI_RELATED_ROWS_MAX).flatMap(toParagraph);
}
