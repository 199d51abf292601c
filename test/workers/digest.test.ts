import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  ACCOUNT_NUMBER_STEPS,
  BROKEN_JSON_STEPS,
  FORM_SEARCH_STEPS,
  REDACTION_STEPS,
  REDACTION_STEPS_CALL_MAX,
  UNKNOWN_LINE_STEPS,
  WRITTEN_NAME_STEPS,
} from '../../src/limits.js';
import type { Digest, EventDigest, ItemRefusal, LogDigest, RecordKind, RequestDigest } from '../../src/messages.js';
import { MESSAGE_MARK } from '../../src/stack-text.js';
import { type DigestedCall, digestCall, failCall, refuseCall } from '../../src/workers/digest.js';
import { digest, digestAll, EVENT, facts, onlyDigest } from '../support/digests.js';

function isRefusal(item: Digest | ItemRefusal): item is ItemRefusal {
  return item.kind === 'rejected' || item.kind === 'dropped';
}

const refusalsOf = ({ batch }: DigestedCall): readonly ItemRefusal[] => batch.items.filter(isRefusal);
const digestsOf = ({ batch }: DigestedCall): readonly Digest[] => batch.items.filter((item) => !isRefusal(item));

describe('digestCall', () => {
  it('makes an event ready to store', () => {
    const frames = [{ filename: '/app/a.js', function: 'f', lineno: 1, colno: 2, inApp: true }];
    const made: EventDigest = onlyDigest(
      digest('event', {
        ...EVENT,
        stack: 'Error: m',
        stackFrames: frames,
        environment: { runtime: 'node' },
        tags: { a: 1 },
        release: '1.0',
        extra: { password: 'x' },
        componentName: 'App',
        unknown: 1,
      }),
      'event',
    );
    assert.equal(made.eventId, 'id-1');
    assert.match(made.site.fingerprint, /^[0-9a-f]{64}$/);
    assert.equal(made.site.fingerprintVersion, 1);
    assert.deepEqual(JSON.parse(made.site.grouping), {
      version: 1,
      type: 'Error',
      message: 'm',
      frames: [{ filename: '/app/a.js', function: 'f', lineno: 1 }],
    });
    const stackText = (made.site.stack?.text ?? '').replace(MESSAGE_MARK, 'm');
    assert.deepEqual(JSON.parse(stackText), { stack: 'Error: m', stackFrames: frames });
    assert.deepEqual(JSON.parse(made.context?.text ?? ''), {
      environment: { runtime: 'node' },
      tags: { a: 1 },
      release: '1.0',
    });
    assert.deepEqual(JSON.parse(made.details ?? ''), { extra: { password: '[Redacted]' }, componentName: 'App' });
  });

  it('stores nothing for contexts that are absent', () => {
    const { site, context, details } = onlyDigest(digest('event', EVENT), 'event');
    assert.deepEqual([site.stack, context, details], [null, null, null]);
  });

  it('names content by the first 16 bytes of its SHA-256, each time', () => {
    const texts = [{ a: 1 }, { a: 'x'.repeat(5000) }, { a: 1 }];
    for (const environment of texts) {
      const { context } = onlyDigest(digest('event', { ...EVENT, environment, stack: 's' }), 'event');
      const whole = createHash('sha256')
        .update(context?.text ?? '')
        .digest();
      assert.equal(context?.hash, whole.toString('base64url', 0, 16));
    }
  });

  it('makes a request record ready to store', () => {
    const made: RequestDigest = onlyDigest(
      digest('request', {
        method: 'POST',
        url: '/x?token=a',
        statusCode: 500,
        duration: 1.5,
        headers: { cookie: 'a' },
        requestBody: '{"a":1}',
      }),
      'request',
    );
    assert.equal(made.url, '/x?token=[Redacted]');
    assert.equal(made.headers?.text, '{"cookie":"[Redacted]"}');
    assert.equal(made.responseHeaders, null);
    assert.deepEqual(made.requestBody, { text: '{"a":1}', truncated: false });
  });

  it('makes a log entry ready to store', () => {
    const made: LogDigest = onlyDigest(
      digest('log', { level: 'warn', message: 'm', environment: { a: 1 }, extra: { b: 2 } }),
      'log',
    );
    assert.deepEqual([made.level, made.environment?.text, made.extra], ['warn', '{"a":1}', '{"b":2}']);
  });

  it('digests the good items of a call and refuses the bad ones, each in its place', () => {
    const items = [EVENT, { ...EVENT, message: 1 }, 5, { ...EVENT, projectId: 'p' }];
    const { batch } = digestAll('event', items);
    assert.deepEqual(
      batch.items.map((item) => (item.kind === 'event' ? item.eventId : item.kind)),
      ['id-1', 'rejected', 'rejected', 'id-2'],
    );
    assert.deepEqual(
      batch.items.map(({ projectName }) => projectName),
      [null, null, null, 'p'],
    );
    assert.equal(batch.bodyRefused, false);
    assert.deepEqual(
      batch.items.map((item) => (item.kind === 'rejected' ? item.details : null)),
      [null, [{ path: '/message', message: 'must be string' }], [{ path: '', message: 'must be object' }], null],
    );
  });

  it('counts a call that a bug of ours cost as one lost item, and tells where it was and nothing of what was sent', () => {
    const { batch, faults } = failCall(facts({ projectName: 'shop' }), new TypeError('what was sent'));
    assert.deepEqual(batch, {
      ticket: 7,
      items: [{ kind: 'dropped', reason: 'internal', projectName: 'shop' }],
      bodyRefused: true,
    });
    assert.match(faults.join(), /^TypeError at /);
    assert.doesNotMatch(faults.join(), /what was sent/);
  });

  it('digests items of several kinds in one call', () => {
    const items = [
      { kind: 'event', payload: EVENT },
      { kind: 'log', payload: { level: 'info', message: 'm' } },
      { kind: 'request', payload: { method: 'GET', url: '/' } },
      { kind: 'log', payload: EVENT },
    ] as const;
    const { batch } = digestCall(facts(), { items }, { newId: () => 'id' });
    assert.deepEqual(
      batch.items.map(({ kind }) => kind),
      ['event', 'log', 'request', 'rejected'],
    );
  });

  it('takes a call without items', () => {
    assert.deepEqual(digestAll('event', []), { batch: { ticket: 7, items: [], bodyRefused: false }, faults: [] });
  });

  for (const payload of [[EVENT], 'TypeError: x is not a function', 5, null]) {
    it(`refuses ${JSON.stringify(payload)} as an event with validation_failed`, () => {
      assert.equal(refusalsOf(digest('event', payload))[0]?.reason, 'validation_failed');
    });
  }

  it('gives records without a project that of the header', () => {
    const call = digestAll('event', [EVENT, { ...EVENT, projectId: 'own' }], { projectName: 'header' });
    assert.deepEqual(
      digestsOf(call).map(({ projectName }) => projectName),
      ['header', 'own'],
    );
  });

  it('refuses a project header that is no project name, where a record needs it', () => {
    const call = digestAll('event', [EVENT, { ...EVENT, projectId: 'own' }], { projectName: '../x' });
    assert.deepEqual(
      digestsOf(call).map(({ projectName }) => projectName),
      ['own'],
    );
    assert.deepEqual(call.batch.items[0], {
      kind: 'rejected',
      reason: 'validation_failed',
      message: 'The header x-service-project-id is not a project name; see details.',
      details: [{ path: '/x-service-project-id', message: 'has characters or a form that is not allowed' }],
      projectName: null,
    });
  });

  it('gives records of a key that is bound to a project that project, and refuses those for another', () => {
    const event = (projectId?: string) => ({ ...EVENT, ...(projectId !== undefined && { projectId }) });
    const digestBound = (payload: object, projectName: string | null) =>
      digestAll('event', [payload], { keyProject: 'shop', projectName }).batch.items[0];
    for (const [payload, header] of [
      [event(), null],
      [event(), 'shop'],
      [event('shop'), null],
      [event('shop'), 'billing'],
    ] as const) {
      const item = digestBound(payload, header);
      assert.deepEqual([item?.kind, item?.projectName], ['event', 'shop']);
    }
    for (const [payload, header] of [
      [event('billing'), null],
      [event('billing'), 'shop'],
      [event(), 'billing'],
    ] as const) {
      assert.deepEqual(digestBound(payload, header), {
        kind: 'rejected',
        reason: 'unauthorized',
        message: 'The key writes into project "shop" only, but the record is for "billing".',
        projectName: 'shop',
      });
    }
  });

  it('takes an empty project header for none', () => {
    assert.equal(onlyDigest(digest('event', EVENT, { projectName: '' }), 'event').projectName, null);
  });

  it('leaves out a correlation header that is empty or too long', () => {
    for (const correlationId of ['', 'x'.repeat(129)]) {
      assert.equal(onlyDigest(digest('event', EVENT, { correlationId }), 'event').correlationId, null);
    }
    assert.equal(onlyDigest(digest('event', EVENT, { correlationId: 'c' }), 'event').correlationId, 'c');
  });

  it('counts a refused item for the project that it names', () => {
    const bad = { message: 1, projectId: 'own' };
    const call = digestAll('event', [bad, { projectId: '../x' }, {}], { projectName: 'header' });
    assert.deepEqual(
      refusalsOf(call).map(({ projectName }) => projectName),
      ['own', 'header', 'header'],
    );
  });

  it('drops an item on which the code fails, and keeps its neighbours', () => {
    let calls = 0;
    const failing = () => {
      calls += 1;
      if (calls === 1) throw new TypeError('what was sent');
      return 'id';
    };
    const item = { kind: 'event', payload: EVENT } as const;
    const { batch, faults } = digestCall(facts(), { items: [item, item] }, { newId: failing });
    assert.deepEqual(batch.items[0], { kind: 'dropped', reason: 'internal', projectName: null });
    assert.equal(batch.items[1]?.kind, 'event');
    assert.match(faults.join(), /^TypeError at /);
    assert.doesNotMatch(faults.join(), /what was sent/);
  });

  const LAST = { level: 'log', message: 'm', projectId: 'shop' };

  it('refuses what stands behind more steps of redaction than a call may take, whatever they are', () => {
    // Of each unit, and the searches in a text that holds some.
    const steps: Record<string, readonly [unit: number, searchCount: number]> = {
      'pwd="x" ': [1 + REDACTION_STEPS, 0],
      'pwd=${ ': [1 + REDACTION_STEPS, 0],
      'http://u:p@h/ ': [1 + REDACTION_STEPS, 0],
      '4111111111111111, ': [ACCOUNT_NUMBER_STEPS + REDACTION_STEPS, 1],
      'Bearer a1234567 ': [REDACTION_STEPS, 1],
      'mysql -px ': [2 * REDACTION_STEPS, 1],
      'a=': [1, 0],
      '://': [1, 0],
      'name=': [1 + WRITTEN_NAME_STEPS, 0],
      'a%41=': [1 + WRITTEN_NAME_STEPS, 0],
      'a[0]=': [1 + WRITTEN_NAME_STEPS, 0],
      'DE89370400440532 ': [ACCOUNT_NUMBER_STEPS, 1],
    };
    for (const [unit, [unitSteps, searchCount]] of Object.entries(steps)) {
      const toSteps = (count: number): number =>
        count * unitSteps + Math.ceil(count / 1000) * searchCount * FORM_SEARCH_STEPS;
      let reached = 0;
      while (toSteps(reached) < REDACTION_STEPS_CALL_MAX) reached += 1;
      const refusedBehind = (count: number): readonly ItemRefusal[] => {
        const texts = Array.from({ length: Math.ceil(count / 1000) }, (_, at) => Math.min(1000, count - at * 1000));
        const logs = texts.map((times) => ({ level: 'log', message: unit.repeat(times) }));
        return refusalsOf(digestAll('log', [...logs, LAST]));
      };
      assert.deepEqual(refusedBehind(reached - 1), [], unit);
      const [refused, ...others] = refusedBehind(reached);
      assert.deepEqual([refused?.reason, refused?.projectName, others.length], ['too_costly', 'shop', 0], unit);
    }
  });

  it('counts each text that the parser of JSON has refused, and none that its end tells from JSON', () => {
    const refusedBehind = (count: number, text: string): number =>
      refusalsOf(digestAll('log', [...Array<object>(count).fill({ ...LAST, extra: { text } }), LAST])).length;
    const reached = Math.ceil(REDACTION_STEPS_CALL_MAX / (REDACTION_STEPS + BROKEN_JSON_STEPS));
    assert.deepEqual([refusedBehind(reached - 1, '[x]'), refusedBehind(reached, '[x]')], [0, 1]);
    assert.equal(refusedBehind(reached, '[info] ready'), 0);
  });

  it('counts each line of a stack that no language knows', () => {
    const refusedBehind = (count: number): number => {
      const stacks = Array.from({ length: count / 1000 }, () => 'a\n'.repeat(999));
      // A site that is known is not read again.
      const events = stacks.map((stack, at) => ({ ...EVENT, message: `m${at} of ${count}`, stack }));
      return refusalsOf(digestAll('event', [...events, EVENT])).length;
    };
    const reached = REDACTION_STEPS_CALL_MAX / UNKNOWN_LINE_STEPS;
    assert.deepEqual([refusedBehind(reached - 1000), refusedBehind(reached)], [0, 1]);
  });

  it('accounts for every item of any JSON', () => {
    const kind = fc.constantFrom<RecordKind>('event', 'request', 'log');
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constant('E'),
        message: fc.string({ unit: 'binary' }),
        source: fc.constant('frontend'),
        extra: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
      fc.record({
        level: fc.constant('info'),
        message: fc.string(),
        extra: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
      }),
      fc.record({ method: fc.string(), url: fc.webUrl(), requestBody: fc.oneof(fc.string(), fc.object()) }),
    );
    fc.assert(
      fc.property(kind, fc.array(item, { maxLength: 5 }), (sent, payloads) => {
        const { batch, faults } = digestAll(sent, payloads);
        assert.equal(batch.items.length, payloads.length);
        assert.ok(batch.items.every((made) => made.kind === sent || made.kind === 'rejected'));
        assert.deepEqual(faults, []);
      }),
      { numRuns: 500 },
    );
  });
});

describe('refuseCall', () => {
  it('counts a body that could not be read as one item', () => {
    const rejection = { kind: 'rejected', reason: 'invalid_json' } as const;
    assert.deepEqual(refuseCall(facts({ projectName: 'p' }), rejection), {
      batch: { ticket: 7, items: [{ ...rejection, projectName: 'p' }], bodyRefused: true },
      faults: [],
    });
  });
});
