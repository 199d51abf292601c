import { Worker } from 'node:worker_threads';
import { FINGERPRINT_THREAD_HEAP_MB, MAPPED_FINGERPRINT_HEAP_MB } from '../limits.js';
import type {
  FingerprintReply,
  FingerprintRequest,
  FingerprintRule,
  StoredEventText,
  StoredPrint,
} from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { toThreadFile } from '../threads.js';

/** A thread of its own for the fingerprints of stored events: what is grouped anew must not hold up what arrives. */
export interface Fingerprinter {
  /** By the rule, in the order of the events; null for one that nothing can be told of. Rejects when the thread has ended. */
  fingerprint(events: readonly StoredEventText[], rule: FingerprintRule): Promise<readonly (StoredPrint | null)[]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(prints: readonly (StoredPrint | null)[]): void;
  reject(error: Error): void;
}

export interface FingerprinterOptions {
  /** What source lines are redacted by. */
  readonly redaction: RedactSettings;
  /** Whether it may have to read source maps. */
  readonly hasMaps: boolean;
}

export function openFingerprinter({ redaction, hasMaps }: FingerprinterOptions): Fingerprinter {
  const worker = new Worker(toThreadFile('fingerprint'), {
    name: 'errord-fingerprints',
    workerData: redaction,
    resourceLimits: { maxOldGenerationSizeMb: hasMaps ? MAPPED_FINGERPRINT_HEAP_MB : FINGERPRINT_THREAD_HEAP_MB },
  });
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let ended: Error | null = null;
  const fail = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', ({ id, prints }: FingerprintReply) => {
    waiting.get(id)?.resolve(prints);
    waiting.delete(id);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('the thread of the fingerprints has ended')));
  return {
    fingerprint: (events, rule) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended);
          return;
        }
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, events, ...rule } satisfies FingerprintRequest);
      }),
    close: async () => void (await worker.terminate()),
  };
}
