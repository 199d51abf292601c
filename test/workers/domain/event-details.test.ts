import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EventPayload } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH, MAX_STACK_FRAMES } from '../../../src/constants.js';
import {
  CAUSE_FRAMES_MAX,
  CAUSE_STACKS_CHARS_MAX,
  DETAIL_CHARS_MAX,
  EVENT_ATTACHMENTS_MAX,
  EVENT_CAUSES_MAX,
  FRAME_MODULE_CHARS_MAX,
} from '../../../src/limits.js';
import { compileBody } from '../../../src/validate.js';
import { type EventDetails, redactDetails, toEventDetails } from '../../../src/workers/domain/event-details.js';
import { DEFAULT_RULES } from '../../../src/workers/domain/redact-rules.js';
import { contextAllowance } from '../../../src/workers/domain/redact-value.js';

const EVENT = { type: 'Error', message: 'm', source: 'backend' } as const;

const NAME_FIELDS = ['code', 'platform', 'mechanism', 'serverName', 'transaction', 'logger'] as const;

function detailsOf(fields: Partial<EventPayload>): EventDetails | undefined {
  return toEventDetails({ ...EVENT, ...fields });
}

function causesOf(...causes: unknown[]) {
  return detailsOf({ causes })?.causes ?? [];
}

/** What becomes of the details: texts are cut to their length when they are redacted. */
function storedOf(fields: Partial<EventPayload>): Record<string, unknown> {
  const details = detailsOf(fields);
  const kept = details && redactDetails(details, contextAllowance(DEFAULT_RULES));
  return JSON.parse(JSON.stringify({ ...kept?.repeating, ...kept?.own })) as Record<string, unknown>;
}

const frames = (count: number) => Array.from({ length: count }, (_, lineno) => ({ filename: 'a.py', lineno }));

describe('the details of an event', () => {
  it('are none for an event without any', () => {
    assert.equal(detailsOf({}), undefined);
    assert.equal(detailsOf({ extra: { code: 'x' }, environment: { platform: 'node' } }), undefined);
  });

  it('are read as they were sent', () => {
    const sent = {
      code: 'ECONNREFUSED',
      platform: 'python',
      handled: false,
      mechanism: 'excepthook',
      causes: [{ type: 'OSError', message: 'no route', code: '113', stack: 's' }],
      contexts: { os: { name: 'Linux' } },
      serverName: 'web-1',
      transaction: 'GET /cart',
      logger: 'django.request',
      sdk: { name: 'sentry.python', version: '2.1.0' },
      attachments: [{ name: 'dump.txt', contentType: 'text/plain', size: 12 }],
    };
    assert.deepEqual(detailsOf(sent), sent);
  });

  it('take a code that is a number', () => {
    assert.equal(detailsOf({ code: 1062 })?.code, '1062');
  });

  it('leave out what is of another form', () => {
    const wrong = { handled: 'yes', causes: {}, contexts: [], sdk: 'x', attachments: 1, mechanism: {}, logger: 7 };
    for (const [name, value] of Object.entries(wrong)) {
      assert.equal(detailsOf({ [name]: value })?.[name as keyof EventDetails], undefined, name);
    }
    assert.equal(detailsOf({ sdk: { name: 1, version: [] } })?.sdk, undefined);
    assert.equal(detailsOf({ attachments: [1, {}, { name: 3 }] })?.attachments, undefined);
    assert.deepEqual(detailsOf({ attachments: [{ name: 'a', size: -1, contentType: 2 }] })?.attachments, [
      { name: 'a' },
    ]);
    assert.deepEqual(causesOf(1, null, [], {}, { message: 2, stack: '', stackFrames: 'x' }), []);
    assert.deepEqual(causesOf({ message: 'kept', type: 2, stackFrames: [1, {}, { filename: 3 }] }), [
      { message: 'kept' },
    ]);
    const [cause] = causesOf({ stackFrames: [{ lineno: '1', filename: 'a', preContext: [1], inApp: 'no' }] });
    assert.deepEqual(cause, { stackFrames: [{ inApp: true, filename: 'a' }] });
  });

  it('refuse no event, whatever they hold', () => {
    const validate = compileBody(EventPayload);
    const names = ['code', 'handled', 'causes', 'contexts', 'sdk', 'attachments', 'logger'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const payload = { ...EVENT, [name]: value, stackFrames: [{ filename: 'a', module: value }] };
        const checked = validate(payload);
        assert.ok(checked.ok);
        JSON.stringify(toEventDetails(checked.value));
      }),
      { numRuns: 2000 },
    );
  });

  for (const name of NAME_FIELDS) {
    it(`keep a ${name} of the limit and cut one past it`, () => {
      const fit = 'x'.repeat(DETAIL_CHARS_MAX);
      assert.equal(storedOf({ [name]: fit })[name], fit);
      assert.equal(storedOf({ [name]: `${fit}x` })[name], fit);
    });
  }

  it('keep so many attachments and no more', () => {
    const attachments = Array.from({ length: EVENT_ATTACHMENTS_MAX + 1 }, (_, index) => ({ name: `${index}.txt` }));
    assert.deepEqual(detailsOf({ attachments })?.attachments, attachments.slice(0, EVENT_ATTACHMENTS_MAX));
  });
});

describe('the causes of an event', () => {
  it('are kept up to the limit, the nearest first', () => {
    const sent = Array.from({ length: EVENT_CAUSES_MAX + 1 }, (_, index) => ({ message: `cause ${index}` }));
    assert.deepEqual(causesOf(...sent), sent.slice(0, EVENT_CAUSES_MAX));
  });

  it('have their texts cut as those of an event', () => {
    const type = 'T'.repeat(DETAIL_CHARS_MAX);
    const message = 'm'.repeat(MAX_MESSAGE_LENGTH);
    const { causes } = storedOf({ causes: [{ type: `${type}x`, message: `${message}x` }] });
    assert.deepEqual(causes, [{ type, message }]);
  });

  it('share the room for stack texts', () => {
    const half = 's'.repeat(CAUSE_STACKS_CHARS_MAX / 2);
    const causes = [{ stack: half }, { stack: `${half}x` }, { message: 'third', stack: 'gone' }];
    assert.deepEqual(storedOf({ causes }).causes, [{ stack: half }, { stack: half }, { message: 'third' }]);
  });

  it('share the room for frames, and have as many each as an event', () => {
    const counts = (...sent: number[]) =>
      causesOf(...sent.map((count) => ({ message: 'm', stackFrames: frames(count) }))).map(
        ({ stackFrames = [] }) => stackFrames.length,
      );
    assert.deepEqual(counts(MAX_STACK_FRAMES + 1), [MAX_STACK_FRAMES]);
    const third = CAUSE_FRAMES_MAX - 2 * MAX_STACK_FRAMES;
    assert.deepEqual(counts(60, 60, third + 1, 1), [MAX_STACK_FRAMES, MAX_STACK_FRAMES, third, 0]);
    assert.deepEqual(counts(40, 40, 30), [40, 40, CAUSE_FRAMES_MAX - 80]);
  });

  it("tell what is the application's in their frames", () => {
    const stackFrames = [{ filename: '/app/a.js' }, { filename: '/app/node_modules/pg/a.js', module: 'pg' }];
    const [cause] = causesOf({ stackFrames });
    assert.deepEqual(cause?.stackFrames, [
      { inApp: true, filename: '/app/a.js' },
      { inApp: false, filename: '/app/node_modules/pg/a.js', module: 'pg' },
    ]);
  });

  it('keep a module of the limit and cut one past it', () => {
    const fit = 'm'.repeat(FRAME_MODULE_CHARS_MAX);
    const stackFrames = [fit, `${fit}m`].map((module) => ({ filename: 'a', module }));
    const kept = { inApp: true, filename: 'a', module: fit };
    assert.deepEqual(storedOf({ causes: [{ stackFrames }] }).causes, [{ stackFrames: [kept, kept] }]);
  });
});
