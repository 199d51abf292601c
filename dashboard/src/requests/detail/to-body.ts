/** A recorded body, as it can be shown. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: object; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** The daemon gives JSON as what it is, and every other body, and JSON that was cut, as text. */
export function toBody(value: unknown): Body {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value === 'object') return { kind: 'json', value, text: JSON.stringify(value, null, 2) };
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}
