import type { Cause, EventRecord, StackFrame } from '../../schemas/event.js';
import { type Field, toBlock, toFieldLines, toParagraph } from './blocks.js';
import { CLI_RELATED_ROWS_MAX } from './limits.js';
import { toErrorText, toLocalTime } from './rows.js';
import type { Found } from './show.js';
import type { Line } from './styled-line.js';
import { toCount } from './words.js';

/** An error group with its latest event, or an event with its group: what happened, why, how often, where and in what. */
export function toErrorLines({ kind, error, event }: Exclude<Found, { kind: 'request' }>): readonly Line[] {
  const { id, type, message, status, severity, source, projectId, count, firstSeen, lastSeen, reopenedAt } = error;
  const title = kind === 'error' ? `error group ${id}` : `event ${event.eventId}`;
  const group: readonly Field[] = [
    ['group', kind === 'event' ? id : undefined],
    ['seen', `${toCount(count, 'time')}, first ${toLocalTime(firstSeen)}, last ${toLocalTime(lastSeen)}`],
    ['status', reopenedAt === undefined ? status : `${status}, opened again ${toLocalTime(reopenedAt)}`],
    ['severity', `${severity}, ${source}`],
    ['project', projectId],
  ];
  return [
    [{ text: title, style: 'bold' }],
    ...toParagraph(toErrorText(event?.type ?? type, event?.message ?? message)),
    ...toFieldLines(group),
    ...toBlock('Why', toExplanation(error)),
    ...(event === null ? [] : toEventLines(event, kind === 'error' ? `latest event ${event.eventId}` : 'event')),
  ];
}

function toExplanation(error: Exclude<Found, { kind: 'request' }>['error']): readonly Line[] {
  const { explanationTitle, suggestion = '' } = 'grouping' in error ? error : {};
  const explanation = error.explanation ?? '';
  // An explanation often ends with what it suggests.
  const advice = explanation.includes(suggestion) ? '' : suggestion;
  return [...toParagraph(explanationTitle), ...toParagraph(explanation), ...toParagraph(advice)];
}

function toEventLines(event: EventRecord, name: string): readonly Line[] {
  const facts: readonly Field[] = [
    ['at', toLocalTime(event.timestamp)],
    ['code', event.code],
    ['handled', event.handled],
    ['mechanism', event.mechanism],
    ['component', event.componentName],
    ['transaction', event.transaction],
    ['logger', event.logger],
    ['release', event.release],
    ['server', event.serverName],
    ['platform', event.platform],
    ['request', event.request],
    ['environment', event.environment],
    ['user', event.user],
    ['tags', event.tags],
    ['contexts', event.contexts],
    ['extra', event.extra],
    ['correlation', event.correlationId],
  ];
  return [
    ...toBlock(`Stack of the ${name}, own code marked with >`, toStackLines(event)),
    ...(event.causes ?? []).flatMap((cause) => toBlock(`Caused by ${toCauseText(cause)}`, toStackLines(cause))),
    ...toBlock(`About the ${name}`, toFieldLines(facts)),
    ...toBlock('Component stack', toParagraph(event.componentStack)),
    ...toBlock('Breadcrumbs, the last ones', toBreadcrumbs(event.breadcrumbs)),
  ];
}

function toCauseText({ type, message, code }: Cause): string {
  const text = type === undefined ? (message ?? '') : toErrorText(type, message ?? '');
  return code === undefined ? text : `${text} (${code})`;
}

/** The frames, or the text of the stack where it has none that were understood. */
function toStackLines({ stackFrames = [], stack }: Pick<Cause, 'stackFrames' | 'stack'>): readonly Line[] {
  if (stackFrames.length === 0) return toParagraph(stack);
  const firstOwn = stackFrames.findIndex(({ inApp }) => inApp);
  return stackFrames.flatMap((frame, index) => [toFrameLine(frame), ...(index === firstOwn ? toCode(frame) : [])]);
}

function toFrameLine({ filename = '?', function: name = '?', lineno, colno, module, inApp }: StackFrame): Line {
  const place = [filename, lineno, colno].filter((part) => part !== undefined).join(':');
  const called = module === undefined ? name : `${module}.${name}`;
  return [
    { text: `  ${inApp ? '>' : ' '} ${called}`, style: inApp ? 'bold' : 'dim' },
    { text: place, style: inApp ? 'cyan' : 'dim' },
  ];
}

/** The source around a line, where the client has sent it. */
function toCode({ lineno, contextLine, preContext = [], postContext = [] }: StackFrame): readonly Line[] {
  if (contextLine === undefined) return [];
  const lines = [...preContext, contextLine, ...postContext];
  return lines.map((line, index) => {
    const offset = index - preContext.length;
    const number = lineno === undefined ? '' : String(lineno + offset);
    return [
      {
        text: `    ${offset === 0 ? '>' : ' '} ${number.padStart(5)} | ${line}`,
        style: offset === 0 ? 'yellow' : 'dim',
      },
    ];
  });
}

function toBreadcrumbs(breadcrumbs: readonly unknown[] = []): readonly Line[] {
  return breadcrumbs.slice(-CLI_RELATED_ROWS_MAX).flatMap(toParagraph);
}
