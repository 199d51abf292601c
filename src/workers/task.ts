// The thread side of the digest pool. Started by path; imported by nobody.

import { randomUUID } from 'node:crypto';
import { MessageChannel, parentPort } from 'node:worker_threads';
import type {
  DigestBatch,
  DigestMessage,
  DigestPortMessage,
  DigestTask,
  DigestVerdict,
  IngestCall,
} from '../messages.js';
import { decodeBody } from './decode.js';
import { type DigestedCall, digestCall, refuseCall } from './digest.js';

const { port1: store, port2 } = new MessageChannel();
const hello: DigestPortMessage = { kind: 'digest_port', port: port2 };
parentPort?.postMessage(hello, [port2]);

/** Digests the calls of a task, hands the digests to the store, and returns what the senders must be told. */
export default function digestTask({ calls }: DigestTask): readonly DigestVerdict[] {
  const digested = calls.map(digestBody);
  const batches: DigestBatch[] = [];
  for (const { verdict, digests } of digested) {
    if (digests.length > 0) batches.push({ ticket: verdict.ticket, digests });
  }
  // The store gets the digests before the main thread can learn of the verdict and stop waiting for the call.
  if (batches.length > 0) store.postMessage(batches satisfies DigestMessage);
  return digested.map(({ verdict }) => verdict);
}

function digestBody(call: IngestCall): DigestedCall {
  const decoded = decodeBody(call.body, call.contentEncoding);
  return decoded.ok ? digestCall(call, decoded.value, randomUUID) : refuseCall(call, decoded.rejection);
}
