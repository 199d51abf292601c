import { element, setText } from './elements.js';
import { type EntryOptions, EntryView } from './entry-view.js';
import type { ShownError, ShownErrors } from './errors.js';
import { STYLES } from './styles.js';

/** What the page's own listeners are not told of: a click here is none on the page, a key none of its shortcuts. */
const KEPT = ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'keydown', 'keyup', 'wheel'];

/** The badge in the corner and its panel, in a tree of their own. Takes the pointer where it is seen, and nowhere else. */
export class OverlayView {
  readonly #host = document.createElement('errord-overlay');
  readonly #badge = element('button', 'badge');
  readonly #label = element('span', '');
  readonly #panel = element('section', 'panel');
  readonly #list = element('ol', '');
  readonly #title = element('p', 'title');
  readonly #status = element('p', 'status');
  readonly #entries = new Map<ShownError, EntryView>();
  readonly #options: EntryOptions;
  readonly #root: ShadowRoot;

  constructor(options: EntryOptions) {
    this.#options = options;
    this.#root = this.#host.attachShadow({ mode: 'closed' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#build());
    for (const type of KEPT) this.#root.addEventListener(type, stop);
    addEventListener('keydown', this.#onKey);
    // Behind the body: whoever renders that anew leaves it alone.
    document.documentElement.append(this.#host);
  }

  /** Shows the errors as they are now. The focus stays where it is. */
  update({ all, count }: ShownErrors): void {
    const text = `${count} ${count === 1 ? 'error' : 'errors'}`;
    setText(this.#label, text);
    setText(this.#title, `${text} on this page`);
    for (const [error, entry] of this.#entries) {
      if (all.includes(error)) continue;
      entry.item.remove();
      this.#entries.delete(error);
    }
    for (const error of [...all].reverse()) this.#updateEntry(error);
    const [latest] = all;
    const first = latest && this.#entries.get(latest);
    if (first === undefined) return;
    // Moving an element takes the focus from it.
    if (this.#list.firstElementChild !== first.item && !first.item.contains(this.#root.activeElement)) {
      this.#list.prepend(first.item);
    }
    setText(this.#status, `errord: ${text}. The latest: ${latest?.event.message.slice(0, 200) ?? ''}`);
  }

  remove(): void {
    removeEventListener('keydown', this.#onKey);
    this.#host.remove();
  }

  #updateEntry(error: ShownError): void {
    let entry = this.#entries.get(error);
    if (entry === undefined) {
      entry = new EntryView(this.#options);
      entry.details.open = true;
      // The latest one is open; the others are as somebody has left them.
      for (const { details } of this.#entries.values()) {
        if (!details.contains(this.#root.activeElement)) details.open = false;
      }
      this.#entries.set(error, entry);
      this.#list.prepend(entry.item);
    }
    entry.update(error);
  }

  #build(): HTMLElement {
    const aside = element('aside', '');
    aside.ariaLabel = 'errord';
    this.#badge.type = 'button';
    this.#badge.append(element('span', 'dot'), this.#label);
    this.#badge.setAttribute('aria-controls', 'panel');
    this.#badge.addEventListener('click', () => {
      this.#show(this.#panel.hidden !== false);
    });
    const close = setText(element('button', 'close'), '×');
    close.type = 'button';
    close.ariaLabel = 'Close';
    close.addEventListener('click', () => {
      this.#show(false);
    });
    const header = element('header', '');
    header.append(this.#title, close);
    this.#panel.id = 'panel';
    this.#panel.ariaLabel = 'Errors of this page';
    this.#panel.append(header, this.#list);
    this.#status.role = 'status';
    aside.append(this.#badge, this.#panel, this.#status);
    this.#show(false);
    return aside;
  }

  #show(isShown: boolean): void {
    if (!isShown && this.#panel.contains(this.#root.activeElement)) this.#badge.focus();
    this.#panel.hidden = !isShown;
    this.#badge.ariaExpanded = String(isShown);
  }

  /** Wherever the focus is, but not when the page has taken the key for something of its own. */
  readonly #onKey = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key === 'Escape' && !defaultPrevented && !this.#panel.hidden) this.#show(false);
  };
}

function stop(event: Event): void {
  if ((event as KeyboardEvent).key !== 'Escape') event.stopPropagation();
}
