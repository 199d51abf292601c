import { sliceText } from '../../../../src/slice-text.js';
import type { StackFrame } from '../../../core/types.js';
import { OVERLAY_LINES, OVERLAY_TEXT_CHARS_MAX } from '../limits.js';
import { toEditorAddress } from './editor-address.js';
import { element, setText } from './elements.js';
import type { ShownError } from './errors.js';

export interface EntryOptions {
  readonly serverUrl: string;
  readonly editor?: string | undefined;
}

/** One error in the list. What it says is put into elements that stay, so that nobody loses the place where they are. */
export class EntryView {
  readonly item = element('li', '');
  readonly details = element('details', '');
  readonly #options: EntryOptions;
  readonly #message = element('span', 'message');
  readonly #count = element('span', 'count');
  readonly #explanation = element('p', '');
  readonly #place = element('p', 'place');
  readonly #code = element('pre', '');
  readonly #dashboard = toLink('Open in errord');
  readonly #editor = toLink('Open in editor');

  constructor(options: EntryOptions) {
    this.#options = options;
    const summary = element('summary', '');
    summary.append(this.#message, this.#count);
    const links = element('nav', '');
    links.ariaLabel = 'Open the error';
    links.append(this.#dashboard, this.#editor);
    const body = element('div', 'body');
    body.append(this.#explanation, this.#place, this.#code, links);
    this.details.append(summary, body);
    this.item.append(this.details);
  }

  update({ event, count, groupId, explanation = '' }: ShownError): void {
    const { serverUrl, editor } = this.#options;
    const frame = findFrame(event.stackFrames ?? []);
    setText(this.#message, sliceText(event.message, OVERLAY_TEXT_CHARS_MAX));
    setText(this.#count, count > 1 ? `${count} times` : '');
    setText(this.#explanation, sliceText(explanation, OVERLAY_TEXT_CHARS_MAX));
    setText(this.#place, frame === undefined ? '' : toPlace(frame));
    this.#code.replaceChildren(...toLines(frame));
    this.#code.hidden = frame?.contextLine === undefined;
    this.#dashboard.href = `${serverUrl}/errors${groupId === undefined ? '' : `/${encodeURIComponent(groupId)}`}`;
    const address = frame && toEditorAddress(frame, location.origin, editor);
    this.#editor.hidden = address === undefined;
    if (address !== undefined) this.#editor.href = address;
  }
}

/** The innermost one of the application, else of all. */
function findFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.find(({ inApp }) => inApp === true) ?? frames[0];
}

function toPlace({ filename = '', lineno, function: name }: StackFrame): string {
  const path = filename.startsWith(`${location.origin}/`) ? filename.slice(location.origin.length + 1) : filename;
  return `${path}${lineno === undefined ? '' : `:${lineno}`}${name === undefined ? '' : ` in ${name}`}`;
}

function toLines({ lineno = 1, contextLine, preContext = [], postContext = [] }: StackFrame = {}): HTMLElement[] {
  if (contextLine === undefined) return [];
  const before = preContext.slice(-OVERLAY_LINES);
  const lines = [...before, contextLine, ...postContext.slice(0, OVERLAY_LINES)];
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((text, index) => {
    const line = element('span', index === before.length ? 'line at' : 'line');
    const number = setText(element('span', 'number'), String(lineno - before.length + index));
    line.append(number, setText(element('span', 'text'), text.slice(indent) || ' '));
    return line;
  });
}

function toLink(text: string): HTMLAnchorElement {
  const link = setText(element('a', ''), text);
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  return link;
}
