import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { LogList } from '../../schemas/log.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { Outcomes } from '../../schemas/stats.js';
import { parseOptions, type ServerOptions } from '../../src/config.js';
import { startDaemon } from '../../src/daemon.js';
import type { ErrorCode } from '../../src/errors.js';
import { openLog } from '../../src/log.js';
import { DAEMON_DEFAULTS, type TestDaemon } from './daemon.js';
import { callJson, type JsonAnswer } from './http.js';

type Headers = Record<string, string>;

/**
 * One daemon for all tests of a suite. Tests do not see each other's records, because each sends to projects of its own
 * and asks for those.
 */
export interface SharedDaemon {
  daemon(): TestDaemon;
  url(): string;
  /** A project name that no other test has. */
  newProject(): string;
  get<T = unknown>(path: string): Promise<JsonAnswer<T>>;
  post<T = unknown>(path: string, body: unknown, headers?: Headers): Promise<JsonAnswer<T>>;
  patch<T = unknown>(path: string, body: unknown): Promise<JsonAnswer<T>>;
  errorGroups(projectId: string): Promise<readonly ErrorGroup[]>;
  /** The only error group of the project, with its events. */
  onlyErrorGroup(projectId: string): Promise<ErrorGroupDetail>;
  /** The only request record of the project. */
  onlyRequest(projectId: string): Promise<RequestRecord>;
  logs(projectId: string): Promise<LogList>;
}

export function useSharedDaemon(options: ServerOptions = {}): SharedDaemon {
  let started: TestDaemon | undefined;
  let dir = '';
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'errord-test-'));
    const config = parseOptions({ ...DAEMON_DEFAULTS, dbPath: join(dir, 'service.db'), ...options });
    started = await startDaemon(config, { log: openLog('silent') });
  });
  after(async () => {
    await started?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const daemon = (): TestDaemon => {
    assert.ok(started);
    return started;
  };
  return { daemon, url: () => daemon().url, newProject: () => `test-${randomUUID()}`, ...toCalls(() => daemon().url) };
}

function toCalls(url: () => string) {
  const get = <T>(path: string) => callJson<T>(url() + path);
  return {
    get,
    post: <T>(path: string, body: unknown, headers: Headers = {}) => callJson<T>(url() + path, { body, headers }),
    patch: <T>(path: string, body: unknown) => callJson<T>(url() + path, { method: 'PATCH', body }),
    async errorGroups(projectId: string) {
      const { status, body } = await get<ErrorGroupList>(`/api/errors?${toQuery({ projectId })}`);
      assert.equal(status, 200);
      return body.errors;
    },
    async onlyErrorGroup(projectId: string) {
      const { body } = await get<ErrorGroupList>(`/api/errors?${toQuery({ projectId })}`);
      const [group, ...others] = body.errors;
      assert.ok(group !== undefined && others.length === 0, `the project has ${body.total} error groups`);
      return (await get<ErrorGroupDetail>(`/api/errors/${group.id}`)).body;
    },
    async onlyRequest(projectId: string) {
      const { body } = await get<RequestList>(`/api/requests?${toQuery({ projectId })}`);
      const [request, ...others] = body.requests;
      assert.ok(request !== undefined && others.length === 0, `the project has ${body.total} requests`);
      return (await get<RequestRecord>(`/api/requests/${request.id}`)).body;
    },
    logs: async (projectId: string) => (await get<LogList>(`/api/logs?${toQuery({ projectId })}`)).body,
  };
}

export function toQuery(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

/** Fails unless the answer is this refusal, in the one form that refusals have. */
export function assertRefused(answer: JsonAnswer<unknown>, status: number, code: ErrorCode): ErrorReply {
  const body = answer.body as ErrorReply;
  assert.deepEqual({ status: answer.status, code: body.code }, { status, code });
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(typeof body.error, 'string');
  assert.ok(body.error.length > 10 && body.error.endsWith('.'), body.error);
  const unknown = Object.keys(body).filter((key) => !['error', 'code', 'details'].includes(key));
  assert.deepEqual(unknown, []);
  return body;
}

/** Fails unless every received item has had one fate. */
export function assertBalanced({ total, projects }: Outcomes): void {
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  for (const counts of [total, ...projects]) {
    const fates = counts.stored + counts.duplicate + sum(counts.rejected) + sum(counts.dropped) + counts.inFlight;
    assert.equal(counts.received, fates);
  }
}
