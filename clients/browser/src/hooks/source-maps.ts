import { PendingEvents } from '../../../core/pending.js';
import type { ErrorEvent, StackFrame } from '../../../core/types.js';
import type { Hook } from '../core.js';
import { MAPPED_EVENT_WAIT_MS } from '../limits.js';
import { isLocalName } from '../local.js';
import { type Page, schedule } from '../page.js';
import type { SourceMaps } from '../source-maps.js';

export type LoadSourceMaps = () => Promise<{ readonly SourceMaps: typeof SourceMaps }>;

/**
 * On a page of this machine, holds events back for a moment, until their frames lead to what was written. Elsewhere nothing is
 * fetched: there the scripts are large, the maps secret or absent, and the network is a visitor's.
 */
export const hookSourceMaps =
  (load: LoadSourceMaps): Hook =>
  (page) => {
    if (isLocalName(location.hostname)) page.clientPlatform.pending = toPending(page, load);
    return () => undefined;
  };

function toPending(page: Page, load: LoadSourceMaps): PendingEvents {
  const { fetch } = window;
  let maps: SourceMaps | undefined;
  let opening: Promise<SourceMaps | undefined> | undefined;
  const open = async (): Promise<SourceMaps | undefined> => {
    try {
      const part = await load();
      maps = new part.SourceMaps({ fetch, origin: location.origin, mark: (frames) => page.frames(frames) });
    } catch {
      // Kept out by the page's policy, or no longer served: events go as they are.
    }
    return maps;
  };
  const readNow = (frames: StackFrame[], event: ErrorEvent): StackFrame[] =>
    page.attempt(() => Object.assign(event, maps?.toOriginal(event)).stackFrames) ?? frames;
  const read = async (frames: StackFrame[], event: ErrorEvent): Promise<StackFrame[]> => {
    if (!frames.some(({ inApp }) => inApp)) return frames;
    opening ??= open();
    const loaded = opening
      .then((opened) => opened?.load(event))
      .catch(() => {
        page.client.countFault();
      });
    await Promise.race([loaded, new Promise<void>((resolve) => schedule(resolve, MAPPED_EVENT_WAIT_MS))]);
    return readNow(frames, event);
  };
  return new PendingEvents({ read, readNow, schedule });
}
