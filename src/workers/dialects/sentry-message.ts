import { asMap, firstText, type JsonMap, toText } from './sentry-values.js';

/** What a message event says: the finished text, or the template with its parameters in it. */
export function toMessage(event: JsonMap): string | undefined {
  const told = event.logentry ?? event['sentry.interfaces.Message'] ?? event.message;
  if (typeof told === 'string') return firstText(told, event.message);
  const { formatted, message, params } = asMap(told) ?? {};
  const text = firstText(formatted, message, event.message);
  if (text === undefined || firstText(formatted) !== undefined) return text;
  return Array.isArray(params) ? fillIn(text, params) : text;
}

/** The places of the two families of templates: `%s` and `{}`. */
const PLACE = /%[sdifr]|\{\}/g;

function fillIn(template: string, params: readonly unknown[]): string {
  let at = 0;
  return template.replace(PLACE, (place) => (at < params.length ? (toText(params[at++]) ?? '') : place));
}
