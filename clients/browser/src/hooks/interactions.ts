import { newId } from '../../../core/correlation.js';
import { ADDRESS_CHARS_MAX, ELEMENT_CHARS_MAX, PATH_ELEMENTS_MAX } from '../limits.js';
import { type Page, schedule } from '../page.js';
import { all, listen, patch } from './patch.js';

/** What a person does: each click, submit, Enter key and navigation begins an interaction and leaves a breadcrumb. */
export function hookInteractions(page: Page): () => void {
  const interact = toInteract(page);
  const onInput = (event: Event): void => {
    page.attempt(() => {
      const { type, target } = event;
      // Our own, which is no part of the page.
      if (target instanceof Element && target.localName === 'errord-overlay') return;
      if (type === 'keydown' && (event as KeyboardEvent).key !== 'Enter') return;
      interact();
      const path = toPath(event.composedPath()[0] ?? target);
      if (type !== 'keydown') page.client.addBreadcrumb({ category: type, message: path });
    });
  };
  return all([
    ...['click', 'submit', 'keydown'].map((type) => listen(window, type, onInput)),
    hookNavigation(page, interact),
  ]);
}

/** Starts a new interaction. What one task brings (a key that clicks a button that submits a form) is one. */
function toInteract(page: Page): () => void {
  let isNew = false;
  return () => {
    if (isNew) return;
    page.correlationId = newId();
    isNew = true;
    schedule(() => {
      isNew = false;
    }, 0);
  };
}

function hookNavigation(page: Page, interact: () => void): () => void {
  let from = location.href;
  const note = (): void => {
    page.attempt(() => {
      const to = location.href;
      if (to === from) return;
      const data = { from: toAddress(from), to: toAddress(to) };
      from = to;
      interact();
      page.client.addBreadcrumb({ category: 'navigation', message: data.to, data });
    });
  };
  const around = (name: string): (() => void) =>
    patch(History.prototype, name, ({ original, self, args }) => {
      const result = Reflect.apply(original, self, args);
      note();
      return result;
    });
  return all([
    around('pushState'),
    around('replaceState'),
    listen(window, 'popstate', note),
    listen(window, 'hashchange', note),
  ]);
}

function toAddress(href: string): string {
  const { origin } = location;
  return (href.startsWith(`${origin}/`) ? href.slice(origin.length) : href).slice(0, ADDRESS_CHARS_MAX);
}

/** A short selector: names that the developer gave, never what the element says or holds. */
export function toPath(target: unknown): string {
  const parts: string[] = [];
  let element = target instanceof Element ? target : null;
  while (element !== null && parts.length < PATH_ELEMENTS_MAX) {
    const id = element.getAttribute('id');
    parts.unshift(toPart(element, id));
    element = id ? null : element.parentElement;
  }
  return parts.join(' > ');
}

/** Attributes, because the fields of a form are properties of it: an input named "id" takes the place of its id. */
function toPart(element: Element, id: string | null): string {
  const classes = (element.getAttribute('class') ?? '').split(/\s+/, 3).filter(Boolean);
  const name = element.getAttribute('name');
  const part = element.localName + (id ? `#${id}` : classes.map((text) => `.${text}`).join(''));
  return (name ? `${part}[name="${name}"]` : part).slice(0, ELEMENT_CHARS_MAX);
}
