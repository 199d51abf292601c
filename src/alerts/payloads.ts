// What a channel is sent. Texts of events are data in all of it: each form has marks of its own, and none of them works.

import type { AlertHook, AlertItem } from '../../schemas/alerts.js';
import { ALERT_DIGEST_ITEMS_MAX } from '../limits.js';

/** Of Discord; longer messages are refused there. */
const DISCORD_CHARS_MAX = 2000;
/** Of a notification: what the usual desktops show. */
const DESKTOP_ITEMS_MAX = 5;

export function toHook(channel: string, items: readonly AlertItem[]): AlertHook {
  return { version: 1, channel, alerts: items.slice(0, ALERT_DIGEST_ITEMS_MAX), more: toMore(items) };
}

/** Slack and what speaks like it. `<`, `>` and `&` begin its links and mentions; the rest of its marks is in plain text off. */
export function toSlack(items: readonly AlertItem[]): object {
  const text = escapeSlack(toTitle(items));
  const lines = items.slice(0, ALERT_DIGEST_ITEMS_MAX).map(toSummary);
  return {
    text,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: toTitle(items), emoji: false } },
      ...lines.map((line) => ({ type: 'section', text: { type: 'plain_text', text: line, emoji: false } })),
    ],
  };
}

/** Discord: nobody is mentioned, whatever the text says. */
export function toDiscord(items: readonly AlertItem[]): object {
  const lines = [toTitle(items), ...items.slice(0, ALERT_DIGEST_ITEMS_MAX).map(toSummary)].map(escapeDiscord);
  let content = '';
  for (const line of lines) {
    if (content.length + line.length + 1 > DISCORD_CHARS_MAX) break;
    content += `${line}\n`;
  }
  // 4: no previews of addresses.
  return { content: content.trimEnd(), allowed_mentions: { parse: [] }, flags: 4 };
}

export interface MailTexts {
  readonly subject: string;
  readonly text: string;
}

/** Plain text only: there is nothing to escape in it. The subject is one line. */
export function toMail(items: readonly AlertItem[]): MailTexts {
  const lines = items.slice(0, ALERT_DIGEST_ITEMS_MAX).map(toDetails);
  const more = toMore(items);
  if (more > 0) lines.push(`and ${more} more`);
  return { subject: `[errord] ${toTitle(items)}`, text: `${lines.join('\n\n')}\n` };
}

export function toDesktop(items: readonly AlertItem[]): { readonly title: string; readonly body: string } {
  const body = items.slice(0, DESKTOP_ITEMS_MAX).map(toSummary).join('\n');
  return { title: `errord: ${toTitle(items)}`, body };
}

function toTitle(items: readonly AlertItem[]): string {
  const [first] = items;
  if (first === undefined) return '';
  if (items.length > 1) return `${items.length} alerts`;
  return first.projectId === undefined ? first.text : `${first.projectId}: ${first.text}`;
}

function toSummary({ severity, type, message, projectId, count, text, environment }: AlertItem): string {
  const place = [projectId, environment].filter((part) => part !== undefined).join(', ');
  return `${text} ${severity} ${type}: ${message} (${place === '' ? '' : `${place}, `}${count} so far)`;
}

function toDetails(item: AlertItem): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Error', `${item.type}: ${item.message}`],
    ['Severity', item.severity],
    ['Project', item.projectId],
    ['Environment', item.environment],
    ['Events', String(item.count)],
    ['First seen', item.firstSeen],
    ['Last seen', item.lastSeen],
    ['Id', item.groupId],
    ['Rule', item.rule],
  ];
  return [item.text, ...rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))].join('\n');
}

function toMore(items: readonly AlertItem[]): number {
  return Math.max(0, items.length - ALERT_DIGEST_ITEMS_MAX);
}

function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Markdown, and `@` and `<` so that no mention is even shown as one. */
function escapeDiscord(text: string): string {
  return text.replace(/[\\`*_~|>[\]()#\-<:]/g, '\\$&').replace(/@/g, '@\u200b');
}
