// Warnings before something fails: the heap is nearly full, the event loop stands still.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type Host, quietly, type Unhook } from './host.js';
import { HEALTH_INTERVAL_MS, HEALTH_WARNING_INTERVAL_MS } from './limits.js';

/** Looks at what the options ask for; does nothing when they ask for nothing. */
export function watchHealth(host: Host): Unhook {
  const { memoryWarning, eventLoopDelayWarning } = host.settings;
  const undo: Unhook[] = [];
  if (memoryWarning !== undefined) undo.push(watchMemory(host, memoryWarning));
  if (eventLoopDelayWarning !== undefined) undo.push(watchEventLoop(host, eventLoopDelayWarning));
  return () => {
    for (const undoOne of undo) undoOne();
  };
}

function watchMemory(host: Host, shareMax: number): Unhook {
  return watch(host, () => {
    const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
    if (usedBytes <= limitBytes * shareMax) return undefined;
    return {
      message: `The heap is filling up: more than ${Math.round(shareMax * 100)} % of its limit is in use.`,
      extra: { usedBytes, limitBytes },
    };
  });
}

function watchEventLoop(host: Host, delayMaxMs: number): Unhook {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  // What an application loads at its start holds up nobody.
  let isFirst = true;
  const stop = watch(host, () => {
    const maxMs = Math.round(delay.max / 1e6);
    const p99Ms = Math.round(delay.percentile(99) / 1e6);
    delay.reset();
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst || maxMs <= delayMaxMs) return undefined;
    return { message: `The event loop was held up for more than ${delayMaxMs} ms.`, extra: { maxMs, p99Ms } };
  });
  return () => {
    stop();
    delay.disable();
  };
}

interface Warning {
  readonly message: string;
  readonly extra: Readonly<Record<string, number>>;
}

function watch(host: Host, look: () => Warning | undefined): Unhook {
  let silentUntilMs = 0;
  const timer = setInterval(() => {
    quietly(host, () => {
      const warning = look();
      if (warning === undefined || Date.now() < silentUntilMs) return;
      silentUntilMs = Date.now() + HEALTH_WARNING_INTERVAL_MS;
      host.client.captureMessage(warning.message, 'warning', warning.extra);
    });
  }, HEALTH_INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
