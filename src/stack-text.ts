// How the stack of an event is stored: as JSON without the event's message, so that stacks which differ in nothing else
// are one text. The digest pool writes it, and answers put the message back.

/** Stands for the event's message in the text. No JSON text can hold the bare control character. */
export const MESSAGE_MARK = '\u0001';

/** The text with the event's message in its place again. */
export function withMessage(stack: string, message: string): string {
  const at = stack.indexOf(MESSAGE_MARK);
  if (at === -1) return stack;
  return `${stack.slice(0, at)}${toJsonInside(message)}${stack.slice(at + MESSAGE_MARK.length)}`;
}

/** A frame, as far as it is looked at in stored stacks. */
export interface StoredFrame {
  readonly inApp: boolean;
  readonly filename?: string;
  readonly function?: string;
  readonly lineno?: number;
  readonly module?: string;
}

/** The frames of a stored stack, as a digest thread has written them; none where there is no stack. */
export function parseStackFrames(stack: string | null): readonly StoredFrame[] {
  if (stack === null) return [];
  const { stackFrames = [] } = JSON.parse(withMessage(stack, '')) as { readonly stackFrames?: readonly StoredFrame[] };
  return stackFrames;
}

/** The text as JSON, without the quotes around it. */
export function toJsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
