// `/errord.js`: the script-tag build. The attributes of its element are the options, so one line of HTML is a full set-up.

import { toInit } from './init.js';
import { toScriptOptions } from './script-options.js';
import { loadPart } from './script-part.js';

export { addBreadcrumb, captureError, captureMessage, close, flush, log, setTag, setUser, stats } from './core.js';

const element = document.currentScript;
const toLoad =
  <T>(name: string) =>
  (): Promise<T> =>
    element instanceof HTMLScriptElement ? loadPart(element, name) : Promise.reject(new Error(name));

/** As that of `@errord/browser`. */
export const init = toInit({ sourceMaps: toLoad('errord-frames.js'), overlay: toLoad('errord-overlay.js') });

if (element instanceof HTMLScriptElement) init(toScriptOptions(element.dataset, element.src));
