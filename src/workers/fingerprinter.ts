import { Worker } from 'node:worker_threads';
import type { GroupingRule } from '../../schemas/project-settings.js';
import { FINGERPRINT_THREAD_HEAP_MB, MAPPED_FINGERPRINT_HEAP_MB } from '../limits.js';
import type {
  FingerprintReply,
  FingerprintRequest,
  FingerprintRule,
  RuleMatch,
  RulesReply,
  RulesRequest,
  StoredEventText,
  StoredPrint,
} from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { toThreadFile } from '../threads.js';

/** A thread of its own for the fingerprints of stored events: what is grouped anew must not hold up what arrives. */
export interface Fingerprinter {
  /** By the rule, in the order of the events; null for one that nothing can be told of. Rejects when the thread has ended. */
  fingerprint(events: readonly StoredEventText[], rule: FingerprintRule): Promise<readonly (StoredPrint | null)[]>;
  /** Which rule decides each event, JSON of an `EventRecord`, in the order of the events. Rejects as the other. */
  matchRules(events: readonly string[], rules: readonly GroupingRule[]): Promise<readonly (RuleMatch | null)[]>;
  close(): Promise<void>;
}

type Reply = FingerprintReply | RulesReply;

interface Waiting {
  resolve(reply: Reply): void;
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
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('the thread of the fingerprints has ended')));
  const ask = (toRequest: (id: number) => FingerprintRequest | RulesRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage(toRequest(id));
    });
  return {
    async fingerprint(events, rule) {
      const reply = await ask((id) => ({ kind: 'fingerprint', id, events, ...rule }));
      return reply.kind === 'fingerprint' ? reply.prints : [];
    },
    async matchRules(events, rules) {
      const reply = await ask((id) => ({ kind: 'rules', id, events, rules }));
      return reply.kind === 'rules' ? reply.matches : [];
    },
    close: async () => void (await worker.terminate()),
  };
}
