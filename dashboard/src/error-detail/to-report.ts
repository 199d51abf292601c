import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';

type Group = ErrorGroupDetail['error'];

/** The group and one event as text for an issue or a chat. */
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
  ];
  return [
    `## ${group.type}: ${toLine(group.message)}`,
    facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${toLine(value)}`])).join('\n'),
    ...(group.explanation === undefined ? [] : [`### What it means\n\n${group.explanation}`]),
    ...(event?.stack === undefined ? [] : [`### Stack\n\n${toBlock(event.stack)}`]),
    ...(event?.request === undefined ? [] : [`### Request\n\n${toBlock(JSON.stringify(event.request, null, 2))}`]),
  ].join('\n\n');
}

/** The group and one event as the API gives them. */
export function toJson(group: Group, event: EventRecord | null): string {
  return JSON.stringify({ error: group, event }, null, 2);
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A fence longer than any in the text, which could else end the block. */
function toBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
