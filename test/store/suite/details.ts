import { strict as assert } from 'node:assert';
import { withMessage } from '../../../src/stack-text.js';
import { GROUP_EVENTS_GATHERED_MAX } from '../../../src/store/sqlite/limits.js';
import {
  at,
  contentText,
  EXPLANATION,
  eventDigest,
  fingerprintOf,
  HOUR_MS,
  requestDigest,
} from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const NOW_MS = Date.now();

export function describeDetails(open: Open): void {
  describe('details of an error group', () => {
    it('show the group with its grouping, explanation and suggestion', async () => {
      const { put, onlyGroup, error, facets } = await open();
      const digest = eventDigest({ explanation: EXPLANATION });
      await put(digest);
      // Counted between the two reads, they would differ.
      await facets();
      const group = await onlyGroup();
      assert.equal(group.explanation, EXPLANATION.explanation);
      const detail = await error(group.id);
      assert.deepEqual(detail?.error, {
        ...group,
        explanationTitle: EXPLANATION.title,
        suggestion: EXPLANATION.suggestion,
        grouping: JSON.parse(digest.site.grouping) as unknown,
      });
      assert.deepEqual([detail.total, detail.page, detail.pageSize], [1, 1, 1000]);
    });

    it('show what the words of the explanation were read from, of the first event of the group', async () => {
      const { put, onlyGroup, error } = await open();
      const evidence = [{ start: 0, end: 8, shownBy: 'message' as const, text: 'The code' }];
      await put(eventDigest({ explanation: { ...EXPLANATION, evidence } }));
      await put(eventDigest({ explanation: { ...EXPLANATION, explanation: 'Another.', evidence: [] } }));
      const group = await onlyGroup();
      assert.equal('explanationEvidence' in group, false);
      const detail = await error(group.id);
      assert.equal(detail?.error.explanation, EXPLANATION.explanation);
      assert.deepEqual(detail.error.explanationEvidence, evidence);
    });

    it('leave the explanation out where there is none', async () => {
      const { put, onlyGroup, error } = await open();
      await put(eventDigest());
      const detail = await error((await onlyGroup()).id);
      for (const name of ['explanation', 'explanationTitle', 'suggestion', 'explanationEvidence']) {
        assert.equal(name in (detail?.error ?? {}), false, name);
      }
    });

    it('show each event with its frames, request and environment', async () => {
      const { put, onlyGroup, error } = await open();
      const digest = eventDigest({
        ...at(NOW_MS - HOUR_MS),
        correlationId: 'trace-1',
        details: JSON.stringify({
          request: { method: 'GET', url: '/cart' },
          extra: { cart: [1, 2] },
          user: { id: '7' },
        }),
      });
      await put(digest);
      const detail = await error((await onlyGroup()).id);
      const [event] = detail?.events ?? [];
      assert.ok(Math.abs(Date.parse(event?.receivedAt ?? '') - Date.now()) < HOUR_MS);
      assert.deepEqual(
        { ...event, receivedAt: '' },
        {
          eventId: digest.eventId,
          timestamp: new Date(NOW_MS - HOUR_MS).toISOString(),
          receivedAt: '',
          type: digest.site.type,
          message: digest.site.message,
          source: 'backend',
          severity: 'error',
          projectId: 'shop',
          correlationId: 'trace-1',
          ...(JSON.parse(withMessage(digest.site.stack?.text ?? '', digest.site.message)) as object),
          ...(JSON.parse(digest.context?.text ?? '') as object),
          ...(JSON.parse(digest.details ?? '') as object),
        },
      );
    });

    it('show an event without stack, context and details with no frames', async () => {
      const { put, onlyGroup, error } = await open();
      await put(eventDigest({ stack: null, context: null, details: null, projectName: null }));
      const [event] = (await error((await onlyGroup()).id))?.events ?? [];
      assert.deepEqual(event?.stackFrames, []);
      for (const name of ['stack', 'environment', 'request', 'projectId']) assert.equal(name in event, false, name);
    });

    it('show texts in any script as they were sent, with and without the parts that are stored apart', async () => {
      const { putAll, onlyGroup, error } = await open();
      const message = 'Zahlung über 5 € fehlgeschlagen \u{1f680} "決済"';
      const stack = contentText({ stack: `Error: ${message}\n    at größe (/src/ä.ts:1:1)`, stackFrames: [] });
      const context = contentText({ environment: { runtime: 'ブラウザ' } });
      const parts = [
        { stack, context, details: '{"extra":{"ü":"é"}}' },
        { stack: null, context, details: null },
        { stack, context: null, details: '{}' },
        { stack: contentText({}), context: contentText({}), details: '{"extra":{}}' },
      ];
      await putAll(parts.map((part, index) => eventDigest({ message, ...part, ...at(NOW_MS - index) })));
      const detail = await error((await onlyGroup()).id);
      const head = new Set(['eventId', 'timestamp', 'receivedAt', 'type', 'source', 'severity']);
      const shown = detail?.events.map((event) =>
        Object.fromEntries(Object.entries(event).filter(([name]) => !head.has(name))),
      );
      const common = { message, projectId: 'shop' };
      assert.deepEqual(shown, [
        { ...common, ...(JSON.parse(stack.text) as object), environment: { runtime: 'ブラウザ' }, extra: { ü: 'é' } },
        { ...common, stackFrames: [], environment: { runtime: 'ブラウザ' } },
        { ...common, ...(JSON.parse(stack.text) as object) },
        { ...common, extra: {} },
      ]);
    });

    it('show each event with its own message, type, severity and source', async () => {
      const { putAll, onlyGroup, error } = await open();
      // A client that sends its own fingerprint may group events of several types.
      const fingerprint = fingerprintOf('client', 'checkout');
      await putAll([
        eventDigest({ fingerprint, type: 'http_error', message: 'first', severity: 'fatal', ...at(NOW_MS - 2) }),
        eventDigest({ fingerprint, type: 'console_error', message: 'second', source: 'frontend', ...at(NOW_MS - 1) }),
      ]);
      const group = await onlyGroup();
      assert.deepEqual([group.type, group.message, group.source], ['http_error', 'first', 'backend']);
      const detail = await error(group.id);
      assert.deepEqual(
        detail?.events.map(({ type, message, severity, source }) => [type, message, severity, source]),
        [
          ['console_error', 'second', 'error', 'frontend'],
          ['http_error', 'first', 'fatal', 'backend'],
        ],
      );
    });

    it('keep the texts of two projects and of two stacks apart', async () => {
      const { putAll, errors, error } = await open();
      const stacks = ['one', 'two'].map((stack) => contentText({ stack, stackFrames: [] }));
      const [first, second] = stacks;
      await putAll([
        eventDigest({ stack: first ?? null }),
        eventDigest({ stack: second ?? null, projectName: 'blog' }),
        eventDigest({ stack: first ?? null, projectName: 'blog' }),
      ]);
      const shown = new Map<string | undefined, (string | undefined)[]>();
      for (const { id, projectId } of (await errors()).errors) {
        shown.set(projectId, ((await error(id))?.events ?? []).map(({ stack }) => stack).sort());
      }
      assert.deepEqual(shown.get('shop'), ['one']);
      assert.deepEqual(shown.get('blog'), ['one', 'two']);
    });

    it('come with the newest events first, 1,000 at most, and pages reach the rest', async () => {
      const { store, onlyGroup, error } = await open();
      const digests = times(1050, (index) => eventDigest({ eventId: `e-${index}`, ...at(NOW_MS - index) }));
      await store.append(digests.toReversed());
      const { id } = await onlyGroup();
      const first = await error(id);
      assert.deepEqual([first?.total, first?.events.length], [1050, 1000]);
      const second = await error(id, { page: 2 });
      const ids = [...(first?.events ?? []), ...(second?.events ?? [])].map(({ eventId }) => eventId);
      assert.deepEqual(
        ids,
        times(1050, (index) => `e-${index}`),
      );
      const past = await error(id, { page: 3 });
      assert.deepEqual([past?.total, past?.events], [1050, []]);
      const small = await error(id, { page: 3, pageSize: 10 });
      assert.deepEqual(
        small?.events.map(({ eventId }) => eventId),
        times(10, (index) => `e-${index + 20}`),
      );
    });

    it('come with all events in order while some of them are not indexed yet, and clearing finds them all', async () => {
      const { store, errors, error, status } = await open();
      const count = GROUP_EVENTS_GATHERED_MAX + 300;
      const messageOf = (index: number): string => (index % 3 === 0 ? 'one' : 'two');
      // Times that go back and forth, so that what is indexed and what is not lie between each other.
      const digests = times(count, (index) =>
        eventDigest({ eventId: `e-${index}`, message: messageOf(index), ...at(NOW_MS - ((index * 389) % count)) }),
      );
      for (let from = 0; from < count; from += 150) await store.append(digests.slice(from, from + 150));
      for (const group of (await errors()).errors) {
        const pages = await Promise.all([1, 2, 3].map((page) => error(group.id, { page, pageSize: 700 })));
        const listed = pages.flatMap((page) => page?.events ?? []).map(({ eventId }) => eventId);
        const wanted = digests
          .filter(({ site }) => site.message === group.message)
          .sort((one, other) => other.timestampMs - one.timestampMs)
          .map(({ eventId }) => eventId);
        assert.deepEqual(listed, wanted.slice(0, 2100));
      }
      assert.equal((await errors()).total, 2);
      await store.append([eventDigest({ projectName: 'blog' })]);
      await store.clear('shop');
      assert.equal((await status()).events, 1);
    });

    it('answer null for ids that no group has', async () => {
      const { put, error } = await open();
      await put(eventDigest());
      for (const id of ['0', 'zz', '', 'NOT-AN-ID', '1e5', '-1', '9'.repeat(30), "'; DROP TABLE events"]) {
        assert.equal(await error(id), null, id);
      }
    });

    it('answer null when the group is of another project', async () => {
      const { put, onlyGroup, error } = await open();
      await put(eventDigest());
      const { id } = await onlyGroup();
      assert.notEqual(await error(id, { projectId: 'shop' }), null);
      assert.equal(await error(id, { projectId: 'blog' }), null);
    });
  });

  describeRequestDetails(open);
}

function describeRequestDetails(open: Open): void {
  describe('details of a request', () => {
    it('show the whole record, a JSON body as JSON', async () => {
      const { putAll, request } = await open();
      const [id = ''] = await putAll([
        requestDigest({
          ...at(NOW_MS),
          requestBody: { text: '{"card":"[Redacted]","items":[1,2]}', truncated: false },
          responseBody: { text: ' [1,{"a":null}] ', truncated: false },
        }),
      ]);
      assert.deepEqual(await request(id), {
        id,
        method: 'POST',
        url: '/api/checkout?step=2',
        statusCode: 200,
        duration: 31.5,
        timestamp: new Date(NOW_MS).toISOString(),
        source: 'backend',
        projectId: 'shop',
        headers: { 'content-type': 'application/json', authorization: '[Redacted]' },
        responseHeaders: { 'content-type': 'application/json' },
        requestBody: { card: '[Redacted]', items: [1, 2] },
        responseBody: [1, { a: null }],
      });
    });

    const texts = ['{"cut":"sho', '[1,2', 'plain "text"', '', '123', '"quoted"', '{not json}', '\u00a0{}', '\u2028\0'];
    it('show any other body, and JSON that was cut, as a string', async () => {
      const { putAll, request } = await open();
      const ids = await putAll(texts.map((text) => requestDigest({ requestBody: { text, truncated: true } })));
      for (const [index, text] of texts.entries()) {
        const record = await request(ids[index] ?? '');
        assert.equal(record?.requestBody, text);
        assert.equal(record.requestBodyTruncated, true);
      }
    });

    it('mark each body that was cut, and only that', async () => {
      const { putAll, request } = await open();
      const body = { text: '{"a":1', truncated: true };
      const whole = { text: '{"a":1}', truncated: false };
      const [first = '', second = ''] = await putAll([
        requestDigest({ requestBody: body, responseBody: whole }),
        requestDigest({ requestBody: null, responseBody: body }),
      ]);
      const marks = async (id: string) => {
        const record = await request(id);
        return [record?.requestBodyTruncated, record?.responseBodyTruncated];
      };
      assert.deepEqual(await marks(first), [true, undefined]);
      assert.deepEqual(await marks(second), [undefined, true]);
    });

    it('have their spans, and lists of how many there were', async () => {
      const { putAll, request, requests } = await open();
      const spans = [{ name: 'SELECT "a"', op: 'db', offset: 1.5, duration: 0.25, failed: true }];
      const [id = '', bare = ''] = await putAll([
        requestDigest({ spanCount: 140, spans: JSON.stringify(spans) }),
        requestDigest(),
      ]);
      const record = await request(id);
      assert.deepEqual([record?.spanCount, record?.spans], [140, spans]);
      assert.deepEqual(
        Object.keys((await request(bare)) ?? {}).filter((name) => name.startsWith('span')),
        [],
      );
      assert.deepEqual(
        (await requests()).requests.map(({ id: listed, spanCount }) => [listed, spanCount]),
        [
          [bare, undefined],
          [id, 140],
        ],
      );
    });

    it('have their route', async () => {
      const { putAll, request } = await open();
      const [id = ''] = await putAll([requestDigest({ route: '/orders/:id "a"' })]);
      assert.equal((await request(id))?.route, '/orders/:id "a"');
    });

    it('leave out what the record does not have', async () => {
      const { putAll, request } = await open();
      const [id = ''] = await putAll([requestDigest({ headers: null, responseHeaders: null })]);
      const record = (await request(id)) ?? {};
      for (const name of [
        'route',
        'headers',
        'responseHeaders',
        'requestBody',
        'responseBody',
        'requestBodyTruncated',
      ]) {
        assert.equal(name in record, false, name);
      }
    });

    it('answer null for ids that no request has', async () => {
      const { putAll, request, onlyGroup } = await open();
      await putAll([requestDigest(), eventDigest()]);
      for (const id of ['0', '', 'nope', (await onlyGroup()).id]) assert.equal(await request(id), null, id);
    });
  });
}
