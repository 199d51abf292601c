import { toText } from '../../../core/readable.js';
import { ADDRESS_CHARS_MAX, RESOURCES_MAX } from '../limits.js';
import type { Page } from '../page.js';
import { PART } from '../script-part.js';
import { hookConsole } from './console.js';
import { DeferredErrors } from './deferred.js';
import { all, listen } from './patch.js';

/** Errors that nobody caught, rejections that nobody handled, resources that did not load, and what the console says. */
export function hookErrors(page: Page): () => void {
  const deferred = new DeferredErrors(page);
  const resources = new Set<string>();
  return all([
    listen(window, 'error', (event) => {
      page.attempt(() => {
        if (event.target instanceof Element) reportResource(page, event.target, resources);
        else reportUncaught(deferred, event as ErrorEvent);
      });
    }),
    listen(window, 'unhandledrejection', (event) => {
      page.attempt(() => {
        deferred.add((event as PromiseRejectionEvent).reason, { type: 'unhandled_rejection' });
      });
    }),
    hookConsole(page, deferred),
  ]);
}

function reportUncaught(deferred: DeferredErrors, { error, message, filename, lineno, colno }: ErrorEvent): void {
  const frames = filename ? { frames: [{ filename, lineno, colno }] } : {};
  // Of a script of another origin, loaded without `crossorigin`, a browser says no more than "Script error."
  deferred.add((error as unknown) ?? message, { type: 'uncaught_exception', ...frames });
}

/** Once for each address: a list of a hundred rows shows the same missing picture a hundred times. */
function reportResource(page: Page, element: Element, resources: Set<string>): void {
  // Our own, of which we know ourselves.
  if (PART in element) return;
  const { src, href } = element as { src?: unknown; href?: unknown };
  const url = toText(src || href).slice(0, ADDRESS_CHARS_MAX);
  if (!/^(?:https?|blob):/.test(url) || resources.has(url) || resources.size >= RESOURCES_MAX) return;
  resources.add(url);
  const tagName = element.tagName.toLowerCase();
  page.client.capture(`<${tagName}> failed to load: ${url}`, { type: 'resource_error', extra: { tagName, url } });
}
