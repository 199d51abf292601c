import assert from 'node:assert/strict';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted, EventRecord } from '../../schemas/event.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import { anEvent } from '../support/events.js';
import { type HostileRequest, readHostileRequests, toOurEvent } from '../support/hostile.js';
import { callJson, type JsonAnswer } from '../support/http.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

type Body = Partial<EventAccepted & ErrorReply & ErrorGroupList>;

/** What is stored of the line, for a look at it. */
interface Stored {
  event(): Promise<EventRecord>;
  request(): Promise<RequestRecord>;
  again(): Promise<JsonAnswer<Body>>;
}

interface Expectation {
  readonly status: number;
  readonly check?: (answer: JsonAnswer<Body>, stored: Stored) => Promise<void> | void;
}

const stored: Expectation = { status: 201 };
const refused: Expectation = { status: 400 };
const found: Expectation = { status: 200 };
/** Literal matches only, and no message in the project has any of these texts. */
const findsNothing: Expectation = { status: 200, check: ({ body }) => assert.equal(body.total, 0) };
const isVerbatim = (message: string): Expectation => ({
  status: 201,
  check: async (_answer, { event }) => assert.equal((await event()).message, message),
});

/** Every line of the corpus, by its name, as an event of ours. */
const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  'percent-encoding-broken': { status: 404 },
  'search-sql-quote': findsNothing,
  'csv-formula-in-message': isVerbatim('=HYPERLINK("http://evil.example","x")'),
  'numbers-as-strings': {
    status: 400,
    check: ({ body }) => assert.equal(body.details?.[0]?.path, '/stackFrames/0/lineno'),
  },
  'requestlog-form-encoded-body-string': {
    status: 201,
    check: async (_answer, { request }) =>
      assert.equal((await request()).requestBody, 'user=a&password=[Redacted]&api_key=[Redacted]'),
  },
  'timestamp-far-past-and-year-overflow': refused,
  'redos-linecol-digits': stored,
  'content-type-text-plain': stored,
  'redos-windows-path-spaces': stored,
  'redos-hex-address': stored,
  'nesting-5000-objects': {
    status: 201,
    check: async (_answer, { event }) => assert.match(JSON.stringify((await event()).extra), /^\{"a":\{"a":/),
  },
  'requestlog-secret-cut-by-truncation': {
    status: 201,
    check: async (_answer, { request }) => assert.doesNotMatch(JSON.stringify(await request()), /hunter/),
  },
  'content-type-form': refused,
  'message-empty-and-whitespace': isVerbatim('   '),
  'batch-same-event-20-parallel': stored,
  'search-fts-operators': findsNothing,
  'toJSON-key': {
    status: 201,
    check: async (_answer, { event }) =>
      assert.deepEqual((await event()).extra, { toJSON: 'not a function', then: 'not a function', length: 1e9 }),
  },
  'requestlog-body-over-16KiB-cut-in-multibyte': {
    status: 201,
    check: async (_answer, { request }) => {
      const { requestBody, requestBodyTruncated } = await request();
      assert.equal(requestBody, `x${'é'.repeat(8191)}`);
      assert.equal(requestBodyTruncated, true);
    },
  },
  'html-in-type-and-email': isVerbatim('{{7*7}} ${7*7} <%= 7*7 %>'),
  'constructor-prototype-in-context': {
    status: 201,
    check: async (_answer, { event }) => {
      const { extra } = await event();
      assert.deepEqual(extra, { constructor: { prototype: { polluted: 'yes' } }, hasOwnProperty: 1, toString: null });
      assert.equal(({} as { polluted?: string }).polluted, undefined);
    },
  },
  'utf16le-body': refused,
  'json-string-instead-of-object': refused,
  'project-name-duplicate-and-blank': { status: 405 },
  'lone-surrogate-message': {
    status: 201,
    check: async (answer, { event, again }) => {
      assert.equal((await event()).message, 'bad \ufffd half \ufffd');
      assert.equal((await again()).body.fingerprint, answer.body.fingerprint);
    },
  },
  'nesting-100k-arrays': stored,
  'projectid-path-traversal': {
    status: 400,
    check: ({ body }) => assert.equal(body.details?.[0]?.path, '/projectId'),
  },
  'stackframes-with-null-and-primitives': {
    status: 400,
    check: ({ body }) => assert.equal(body.details?.[0]?.path, '/stackFrames/0'),
  },
  'stack-10k-frames': {
    status: 201,
    check: async (_answer, { event }) => assert.equal((await event()).stackFrames.length, 50),
  },
  'json-array-instead-of-object': refused,
  'search-emoji-and-surrogate': found,
  'message-1MiB': isVerbatim('A'.repeat(2048)),
  'body-64MiB-of-spaces': { status: 413 },
  'search-sql-union': findsNothing,
};

describe('hostile corpus', () => {
  const { url, get, post } = useSharedDaemon();

  const lines = readHostileRequests();

  for (const line of lines) {
    const request = toOurEvent(line);
    const expectation = EXPECTATIONS[request.name];

    it(`has the expected answer to ${request.name}, and goes on`, async () => {
      assert.ok(expectation, 'the corpus has a line that nobody expects');
      const before = await countStored();
      const answer = await send(request);
      assertJsonAnswer(answer, expectation.status);
      const storedCount = (await countStored()) - before;
      assert.equal(storedCount, answer.status === 201 ? 1 : 0);
      await expectation.check?.(answer, lookAt(request, answer.body));
      await assertAlive();
    });

    if (request !== line) {
      it(`refuses ${request.name} as the corpus has it, without the source we require`, async () => {
        const before = await countStored();
        assertJsonAnswer(await send(line), 400);
        assert.equal(await countStored(), before);
        await assertAlive();
      });
    }
  }

  it('stores one event of 20 copies of batch-same-event-20-parallel sent at once', async () => {
    const line = lines.find(({ name }) => name === 'batch-same-event-20-parallel');
    assert.ok(line?.body);
    await post('/api/clear', {});
    const copies = await Promise.all(Array.from({ length: 20 }, () => send(toOurEvent(line))));
    assert.deepEqual([...new Set(copies.map(({ status }) => status))], [201]);
    const { body } = await get<ErrorGroupList>('/api/errors?projectId=proj-1');
    assert.deepEqual([body.total, body.errors[0]?.count], [1, 1]);
  });

  it('expects something of every line, and nothing of others', () => {
    const names = lines.map(({ name }) => name);
    assert.deepEqual(Object.keys(EXPECTATIONS).toSorted(), names.toSorted());
  });

  async function send({ method, path, headers, body }: HostileRequest): Promise<JsonAnswer<Body>> {
    return callJson<Body>(url() + path, { method, headers, ...(body !== undefined && { body }) });
  }

  function lookAt(request: HostileRequest, { id, fingerprint }: Body): Stored {
    return {
      async event() {
        const { errors } = (await get<ErrorGroupList>('/api/errors?projectId=proj-1')).body;
        const group = errors.find((candidate) => candidate.fingerprint === fingerprint);
        const { events } = (await get<ErrorGroupDetail>(`/api/errors/${group?.id ?? ''}`)).body;
        const event = events.find(({ eventId }) => eventId === id);
        assert.ok(event);
        return event;
      },
      async request() {
        const { requests } = (await get<RequestList>('/api/requests?projectId=proj-1')).body;
        assert.ok(requests.some((record) => record.id === id));
        return (await get<RequestRecord>(`/api/requests/${id ?? ''}`)).body;
      },
      again: () => send(request),
    };
  }

  async function countStored(): Promise<number> {
    const { database } = (await get<DaemonStatus>('/api/status')).body;
    return database.events + database.requests + database.logs;
  }

  async function assertAlive(): Promise<void> {
    assert.equal((await get('/api/health')).status, 200);
    assert.equal((await post('/api/events', anEvent({ projectId: 'normal' }))).status, 201);
  }
});

/** The status, and the form that every refusal has. */
function assertJsonAnswer(answer: JsonAnswer<Body>, status: number): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body).slice(0, 300));
  if (status >= 400 && answer.body.code !== undefined) {
    assertRefused(answer, status, answer.body.code as Parameters<typeof assertRefused>[2]);
  } else assert.ok(status < 300);
}
