import { start } from './core.js';
import { hookDebug, tellDisabled } from './hooks/debug.js';
import { hookEnvironment } from './hooks/environment.js';
import { hookErrors } from './hooks/errors.js';
import { hookInteractions } from './hooks/interactions.js';
import { hookOverlay, type LoadOverlay } from './hooks/overlay.js';
import { hookRequests } from './hooks/requests.js';
import { hookSourceMaps, type LoadSourceMaps } from './hooks/source-maps.js';
import { hookUnload } from './hooks/unload.js';
import { type PageOptions, parsePageOptions } from './options.js';

/** What is loaded when a page needs it; how, each build says for itself. */
export interface Parts {
  readonly sourceMaps: LoadSourceMaps;
  readonly overlay: LoadOverlay;
}

/** `init` for a build. What calls the network by itself comes before the hook that watches the page's requests. */
export const toInit =
  ({ sourceMaps, overlay }: Parts) =>
  (options: PageOptions = {}): void => {
    const settings = parsePageOptions(options);
    tellDisabled(settings);
    start(settings, [
      hookDebug,
      hookSourceMaps(sourceMaps),
      hookOverlay(overlay, settings),
      hookEnvironment,
      hookErrors,
      hookRequests,
      hookInteractions,
      hookUnload,
    ]);
  };
