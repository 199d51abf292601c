// The thread side of the digest pool. Started by path; imported by nobody.

import { randomUUID } from 'node:crypto';
import { MessageChannel, parentPort, threadId, workerData } from 'node:worker_threads';
import { monotonicClock } from '../clock.js';
import { openDigestSender } from '../digest-channel.js';
import type {
  DigestBatch,
  DigestPortMessage,
  DigestTask,
  GroupingVersions,
  ProjectGroupingRules,
  SharedRules,
  TaskCall,
} from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { TaskProgress } from '../task-progress.js';
import { MemoryTeller } from '../thread-memory.js';
import { DIALECTS } from './dialects/dialects.js';
import { type DigestedCall, type DigestTools, digestCall, failCall, refuseCall } from './digest.js';
import { type GroupingRules, toGroupingRules } from './domain/fingerprint/grouping-rules.js';
import { toRedactRules } from './domain/redact-rules.js';
import type { RedactRules } from './domain/redact-text.js';
import { openDevServers } from './source-maps/dev-server.js';
import { type MapBook, openMapBook } from './source-maps/map-book.js';
import { toPlaces } from './source-maps/places.js';
import { unpack } from './unpack.js';

const tools: DigestTools = { newId: randomUUID, rules: toRules(workerData as RedactSettings) };
const { port1: store, port2 } = new MessageChannel();
const hello: DigestPortMessage = { kind: 'digest_port', port: port2 };
parentPort?.postMessage(hello, [port2]);
const sender = openDigestSender();
const memory = new MemoryTeller(monotonicClock);

/** So that the store commits the first calls of a task while the last are digested: measured 10 to 15 % more throughput. */
const CALLS_PER_MESSAGE = 4;

/** Digests the calls of a task and hands them to the store. Answers the bugs of ours that cost items. */
export default function digestTask({
  calls,
  bodies,
  progress,
  groupings,
  groupingRules,
}: DigestTask): readonly string[] {
  const told = new TaskProgress(progress, threadId);
  const faults: string[] = [];
  let batches: DigestBatch[] = [];
  let bodyStart = 0;
  const taskTools = withRules(groupings === null ? tools : toGroupedTools(groupings), groupingRules);
  for (const [index, call] of calls.entries()) {
    const body = bodies.subarray(bodyStart, call.bodyEnd);
    bodyStart = call.bodyEnd;
    taskTools.maps?.book.startCall();
    const digested = told.digest(index, () => digestSafely(call, body, taskTools));
    faults.push(...digested.faults);
    batches.push(digested.batch);
    if (batches.length < CALLS_PER_MESSAGE && index < calls.length - 1) continue;
    told.handOn(index + 1, () => post(batches));
    batches = [];
  }
  memory.tell();
  return faults;
}

function post(batches: readonly DigestBatch[]): void {
  try {
    store.postMessage(sender.toMessage(batches));
  } catch (error) {
    sender.startOver();
    throw error;
  }
}

/** A bug of ours in one call must not end the task: the calls behind it would wait for another thread. */
function digestSafely(call: TaskCall, body: Uint8Array, taskTools: DigestTools): DigestedCall {
  try {
    return digestBody(call, body, taskTools);
  } catch (error) {
    return failCall(call, error);
  }
}

function digestBody(call: TaskCall, body: Uint8Array, taskTools: DigestTools): DigestedCall {
  const bytes = unpack(body, call.contentEncoding, call.form.dialect);
  if ('reason' in bytes) return refuseCall(call, bytes);
  const contents = DIALECTS[call.form.dialect].toContents(bytes, call);
  return 'reason' in contents ? refuseCall(call, contents) : digestCall(call, contents, taskTools);
}

/** Made when a project first lists source maps; what it knows is kept from task to task. */
let book: MapBook | null = null;

function toGroupedTools(groupings: Omit<GroupingVersions, 'rules'>): DigestTools {
  const usesSecond = toSecondUse(groupings);
  const { sourceMaps = [] } = groupings;
  if (sourceMaps.length === 0) return { ...tools, usesSecond };
  book ??= openMapBook({ nowMs: monotonicClock, fetchFile: openDevServers() });
  const places = new Map(sourceMaps.map(({ projectName, places: listed }) => [projectName, toPlaces(listed)]));
  const maps = { book, nowMs: monotonicClock, placesOf: (name: string | null) => places.get(name ?? '') };
  return { ...tools, usesSecond, maps };
}

/** Read when they have changed: what is remembered of sites goes by the rules being the same objects. */
let knownRules: { readonly revision: number; readonly ofProject: ReadonlyMap<string, GroupingRules> } | null = null;

function withRules(taskTools: DigestTools, shared: SharedRules | null): DigestTools {
  if (shared === null) return taskTools;
  if (knownRules?.revision !== shared.revision) knownRules = readRules(shared);
  const { ofProject } = knownRules;
  return { ...taskTools, groupingRulesOf: (name) => ofProject.get(name ?? '') };
}

function readRules({ revision, json }: SharedRules): NonNullable<typeof knownRules> {
  // Copied: a decoder takes no shared memory. They have been checked when they were set.
  const listed = JSON.parse(Buffer.from(json).toString('utf8')) as readonly ProjectGroupingRules[];
  const ofProject = new Map(listed.map(({ projectName, rules }) => [projectName, toGroupingRules(rules)]));
  return { revision, ofProject };
}

function toSecondUse({ newProjects, others }: GroupingVersions): (projectName: string | null) => boolean {
  const names = new Set(others);
  return (projectName) => (newProjects === 2) !== names.has(projectName ?? '');
}

/** The configuration has been checked when the daemon started; a thread that cannot follow it must not redact less. */
function toRules(settings: RedactSettings): RedactRules {
  const made = toRedactRules(settings);
  if (!made.ok) throw new Error(made.message);
  return made.rules;
}
