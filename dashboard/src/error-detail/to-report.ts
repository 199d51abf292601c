import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import type { Cause, EventRecord, StackFrame } from '../../../schemas/event.ts';

type Group = ErrorGroupDetail['error'];

/**
 * The group and one event as text for an issue or a chat. What the event says stands in code spans and blocks alone, where
 * nothing in it is a link, a mention, a heading or a tag.
 */
export function toMarkdown(group: Group, event: EventRecord | null): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Severity', group.severity],
    ['Status', group.status],
    ['Source', group.source],
    ['Project', group.projectId],
    ['Events', String(group.count)],
    ['First seen', group.firstSeen],
    ['Last seen', group.lastSeen],
    ['Release', event?.release],
    ['Correlation id', event?.correlationId],
    ['Code', event?.code],
    ['Handled', event?.handled === undefined ? undefined : String(event.handled)],
    ['Server', event?.serverName],
    ['Transaction', event?.transaction],
  ];
  return [
    `## ${toSpan(group.type)}: ${toSpan(group.message)}`,
    facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${toSpan(value)}`])).join('\n'),
    ...(group.explanation === undefined ? [] : [`### What it means\n\n${group.explanation}`]),
    ...(event?.causes === undefined ? [] : [`### Caused by\n\n${event.causes.map(toCauseLine).join('\n')}`]),
    ...toStack(event),
    ...(event?.request === undefined ? [] : [`### Request\n\n${toBlock(JSON.stringify(event.request, null, 2))}`]),
  ].join('\n\n');
}

/** As it was sent; where source maps have told more, the frames first. */
function toStack(event: EventRecord | null): string[] {
  const { stack, stackFrames = [] } = event ?? {};
  const isMapped = stackFrames.some(({ minified }) => minified !== undefined);
  return [
    ...(isMapped ? [`### Stack\n\n${toBlock(stackFrames.map(toFrameText).join('\n'))}`] : []),
    ...(stack === undefined ? [] : [`### ${isMapped ? 'Stack as it was built' : 'Stack'}\n\n${toBlock(stack)}`]),
  ];
}

function toFrameText(frame: StackFrame): string {
  const { minified, contextLine } = frame;
  const built = minified === undefined ? '' : ` [built: ${toPlaceText(minified)}]`;
  const code = minified === undefined || contextLine === undefined ? '' : `\n    > ${contextLine.trim()}`;
  return `at ${frame.function ?? '(no name)'} (${toPlaceText(frame)})${built}${code}`;
}

function toPlaceText({ filename = '?', lineno, colno }: Pick<StackFrame, 'filename' | 'lineno' | 'colno'>): string {
  return [filename, lineno, colno].filter((part) => part !== undefined).join(':');
}

function toCauseLine({ type, message }: Cause): string {
  return `- ${toSpan([type, message].filter((text) => text !== undefined).join(': '))}`;
}

/** The group and one event as the API gives them. */
export function toJson(group: Group, event: EventRecord | null): string {
  return JSON.stringify({ error: group, event }, null, 2);
}

/** One line of code. Its marks are longer than any in the text, and a space keeps the two apart. */
function toSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const mark = '`'.repeat(longestRun(line) + 1);
  return line.includes('`') || line === '' ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** A fence longer than any in the text, which could else end the block. */
function toBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

/** Of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
