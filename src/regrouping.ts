// Groups stored events anew in the background, and tells beforehand what that would make of them.

import type { GroupingPreview } from '../schemas/grouping.js';
import { type PreviewedGroup, type PreviewFigures, toPreviewFigures, toShownChanges } from './grouping-preview.js';
import { toFingerprintVersion } from './grouping-versions.js';
import {
  PREVIEW_EVENTS_MAX,
  PREVIEW_GROUPS_MAX,
  PREVIEW_KEPT_MS,
  PREVIEW_MS_MAX,
  PREVIEW_PAGE_GROUPS,
  REGROUP_RETRY_MS,
} from './limits.js';
import type { Logger } from './log.js';
import type { FingerprintRule, GroupingVersions } from './messages.js';
import type { RedactSettings } from './redact-settings.js';
import type { RegroupPrints, SampledGroup } from './store/regroup.js';
import type { Store } from './store/store.js';
import { type Fingerprinter, openFingerprinter } from './workers/fingerprinter.js';

export interface RegroupingOptions {
  readonly store: Pick<Store, 'regroup'>;
  readonly log: Logger;
  /** What source lines are redacted by. */
  readonly redaction: RedactSettings;
  /** How projects are grouped now. */
  readonly versions: () => GroupingVersions;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
}

export interface PreviewRequest {
  readonly projectName: string;
  readonly version: number;
  /** Only what concerns this group. */
  readonly groupId: string | undefined;
}

export interface Regrouping {
  /** Does what is due, until nothing is. */
  start(): void;
  /** Null for a project that nobody has named. */
  preview(request: PreviewRequest): Promise<GroupingPreview | null>;
  /** Resolves when no step is under way; what is left is done after the next start. */
  stop(): Promise<void>;
}

export function openRegrouping(options: RegroupingOptions): Regrouping {
  const { log } = options;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopping = false;
  let retry: NodeJS.Timeout | null = null;
  const run = async (): Promise<void> => {
    while (isWanted && !isStopping) {
      isWanted = false;
      try {
        await runAll(options, () => isStopping);
      } catch (error) {
        log.warn({ err: error }, 'stored events could not be grouped; it is tried again');
        retry = setTimeout(start, REGROUP_RETRY_MS).unref();
      }
    }
  };
  const start = (): void => {
    isWanted = true;
    if (isStopping) return;
    running ??= run().finally(() => {
      running = null;
    });
  };
  const read = openPreviewReader(options);
  return {
    start,
    preview: (request) => read(request),
    async stop() {
      isStopping = true;
      if (retry !== null) clearTimeout(retry);
      await running;
    },
  };
}

/** Step by step, until nothing is due. */
async function runAll({ store, log, redaction }: RegroupingOptions, isOver: () => boolean): Promise<void> {
  let fingerprinter: Fingerprinter | null = null;
  try {
    for (let told: RegroupPrints | null = null; !isOver(); ) {
      const page = await store.regroup.step(told);
      if (page === null) {
        log.info('stored events are grouped');
        return;
      }
      told = null;
      if (page.rule === undefined || page.events.length === 0) continue;
      // Whether or not this project has some: the next may, and a thread has the heap that it was started with.
      fingerprinter ??= openFingerprinter({ redaction, hasMaps: true });
      told = { pageId: page.id, prints: await fingerprinter.fingerprint(page.events, page.rule) };
    }
  } finally {
    await fingerprinter?.close();
  }
}

interface Look {
  readonly figures: PreviewFigures;
  readonly looked: GroupingPreview['looked'];
  readonly atMs: number;
}

/** One look at a time. Who asks for the same while it waits gets the same. */
function openPreviewReader(options: RegroupingOptions) {
  let last: { readonly key: string; readonly look: Promise<Look | null> } | null = null;
  const lookFor = async ({ projectName, version, groupId }: PreviewRequest): Promise<Look | null> => {
    const key = JSON.stringify([projectName, version]);
    const asked = last;
    for (;;) {
      const before = last;
      // One that began since is as new as one may ask for.
      if (before !== null && before !== asked && before.key === key) return before.look;
      const known = await before?.look.catch(() => null);
      // A page about one group asks each time it is opened.
      const isFresh = groupId !== undefined && known != null && options.monotonic() - known.atMs < PREVIEW_KEPT_MS;
      if (before?.key === key && isFresh) return known;
      if (last === before) break;
    }
    const look = lookAt(options, projectName, version);
    last = { key, look };
    return look;
  };
  return async (request: PreviewRequest): Promise<GroupingPreview | null> => {
    const look = await lookFor(request);
    if (look === null) return null;
    const { figures, looked } = look;
    return {
      projectId: request.projectName,
      version: request.version,
      groups: figures.groups,
      joined: figures.joined,
      split: figures.split,
      changes: toShownChanges(figures, request.groupId),
      looked,
    };
  };
}

/** Looks at the newest groups, page by page, as long as one may wait for it. */
async function lookAt(
  { store, monotonic, redaction, versions }: RegroupingOptions,
  projectName: string,
  version: number,
): Promise<Look | null> {
  const sourceMaps = versions().sourceMaps?.find((one) => one.projectName === projectName)?.places ?? [];
  const rule = { version: toFingerprintVersion(version, sourceMaps.length > 0), sourceMaps };
  const endMs = monotonic() + PREVIEW_MS_MAX;
  const groups: PreviewedGroup[] = [];
  let eventCount = 0;
  let isWhole = true;
  let fingerprinter: Fingerprinter | null = null;
  try {
    for (let after: string | null = null; ; ) {
      const groupsMax = Math.min(PREVIEW_PAGE_GROUPS, PREVIEW_GROUPS_MAX - groups.length);
      const sample = await store.regroup.sample({ projectName, after, groupsMax, eventsMax: PREVIEW_EVENTS_MAX });
      if (sample === null) return null;
      if (rule.version !== 1) fingerprinter ??= openFingerprinter({ redaction, hasMaps: rule.version > 2 });
      groups.push(...(await toPreviewed(sample.groups, fingerprinter, rule)));
      for (const { events, count } of sample.groups) {
        eventCount += events.length;
        isWhole &&= events.length >= count;
      }
      after = sample.next;
      if (after === null) break;
      if (groups.length < PREVIEW_GROUPS_MAX && monotonic() < endMs) continue;
      isWhole = false;
      break;
    }
  } finally {
    await fingerprinter?.close();
  }
  const looked = { groups: groups.length, events: eventCount, isWhole };
  return { figures: toPreviewFigures(groups), looked, atMs: monotonic() };
}

async function toPreviewed(
  groups: readonly SampledGroup[],
  fingerprinter: Fingerprinter | null,
  rule: FingerprintRule,
): Promise<PreviewedGroup[]> {
  const prints = await fingerprinter?.fingerprint(
    groups.flatMap(({ events }) => events),
    rule,
  );
  let at = 0;
  return groups.map(({ id, type, message, count, events }) => {
    // What cannot be told stays together.
    const keys = events.map(({ home }) => (prints === undefined ? home : (prints[at++]?.fingerprint ?? `of ${id}`)));
    return { id, type, message, count, keys: [...new Set(keys)] };
  });
}
