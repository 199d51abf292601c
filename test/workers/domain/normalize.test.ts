import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventPayload, StackFramePayload } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH, MAX_STACK_FRAMES } from '../../../src/constants.js';
import {
  BREADCRUMBS_MAX,
  COMPONENT_NAME_CHARS_MAX,
  COMPONENT_STACK_CHARS_MAX,
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_FUNCTION_CHARS_MAX,
  LOG_MESSAGE_CHARS_MAX,
  RELEASE_CHARS_MAX,
  STACK_CHARS_MAX,
} from '../../../src/limits.js';
import {
  normalizeEvent,
  normalizeLog,
  normalizeRequest,
  normalizeSite,
} from '../../../src/workers/domain/normalize.js';
import { redactEvent, redactLog } from '../../../src/workers/domain/redact.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';

const FACTS = { receivedAtMs: 1000, newId: () => 'made', projectName: 'from-header', correlationId: 'c-header' };

function normalized(fields: Partial<EventPayload>) {
  const payload: EventPayload = { type: 'Error', message: 'm', source: 'backend', ...fields };
  return { ...normalizeSite(payload), ...normalizeEvent(payload, FACTS) };
}

/** What becomes of an event: texts are cut to their length when they are redacted. */
function stored(fields: Partial<EventPayload>) {
  const payload: EventPayload = { type: 'Error', message: 'm', source: 'backend', ...fields };
  return { ...redactEvent(normalizeEvent(payload, FACTS)), ...redactSite(normalizeSite(payload)) };
}

function framesOf(frames: StackFramePayload[]) {
  return normalized({ stackFrames: frames }).stackFrames;
}

describe('normalizeEvent', () => {
  it('fills in defaults', () => {
    const event = normalized({});
    assert.equal(event.severity, 'error');
    assert.equal(event.eventId, 'made');
    assert.equal(event.projectName, 'from-header');
    assert.equal(event.correlationId, 'c-header');
    assert.equal(event.timestampMs, 1000);
    assert.deepEqual(event.stackFrames, []);
  });

  it('prefers what the event says', () => {
    const sent = { severity: 'fatal', eventId: 'e', projectId: 'p', correlationId: 'c' } as const;
    const event = normalized({ ...sent, timestamp: '2024-05-01T12:30:45.123Z' });
    assert.deepEqual([event.severity, event.eventId, event.projectName, event.correlationId], ['fatal', 'e', 'p', 'c']);
    assert.equal(event.timestampMs, Date.UTC(2024, 4, 1, 12, 30, 45, 123));
  });

  it('takes null for absent', () => {
    const nulls = { severity: null, eventId: null, timestamp: null, projectId: null, correlationId: null, stack: null };
    const more = { stackFrames: null, request: null, extra: null, release: null, breadcrumbs: null, fingerprint: null };
    assert.deepEqual(normalized({ ...nulls, ...more }), normalized({}));
  });

  it('reads a leap second, which Date cannot, as the second after it', () => {
    assert.equal(normalized({ timestamp: '2016-12-31T23:59:60Z' }).timestampMs, Date.UTC(2017, 0, 1));
  });

  it('keeps a message of the limit and cuts one past it', () => {
    const fit = 'x'.repeat(MAX_MESSAGE_LENGTH);
    assert.equal(stored({ message: fit }).message, fit);
    assert.equal(stored({ message: `${fit}x` }).message, fit);
  });

  it('never cuts a message inside a surrogate pair', () => {
    const pad = 'x'.repeat(MAX_MESSAGE_LENGTH - 1);
    assert.equal(stored({ message: `${pad}😀` }).message, pad);
    assert.equal(stored({ message: `${pad.slice(1)}😀` }).message, `${pad.slice(1)}😀`);
  });

  it('replaces lone surrogates', () => {
    assert.equal(normalized({ message: 'bad \ud800 half \udc00' }).message, 'bad \ufffd half \ufffd');
  });

  const TEXT_LIMITS = [
    ['stack', STACK_CHARS_MAX],
    ['componentStack', COMPONENT_STACK_CHARS_MAX],
    ['componentName', COMPONENT_NAME_CHARS_MAX],
    ['release', RELEASE_CHARS_MAX],
  ] as const;
  for (const [field, charsMax] of TEXT_LIMITS) {
    it(`keeps a ${field} of the limit and cuts one past it`, () => {
      const fit = 'x'.repeat(charsMax);
      assert.equal(stored({ [field]: fit })[field], fit);
      assert.equal(stored({ [field]: `${fit}x` })[field], fit);
    });
  }

  it('keeps the last breadcrumbs', () => {
    const crumbs = Array.from({ length: BREADCRUMBS_MAX + 1 }, (_, index) => ({ index }));
    assert.deepEqual(normalized({ breadcrumbs: crumbs.slice(1) }).breadcrumbs, crumbs.slice(1));
    assert.deepEqual(normalized({ breadcrumbs: crumbs }).breadcrumbs, crumbs.slice(1));
  });

  it('is idempotent', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 40 }));
    const frame = fc.record({
      filename: text,
      function: text,
      lineno: fc.option(fc.nat()),
      inApp: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3000 }),
        fc.array(frame, { maxLength: 60 }),
        text,
        (message, stackFrames, stack) => {
          const once = normalized({ message, stackFrames, stack });
          const twice = normalized({
            message: once.message,
            stackFrames: [...once.stackFrames],
            stack: once.stack ?? null,
          });
          assert.deepEqual({ ...twice, groupingFrames: [] }, { ...once, groupingFrames: [] });
        },
      ),
    );
  });
});

describe('stack frames', () => {
  it('keeps only the known fields, and leaves out what is null', () => {
    const sent = {
      filename: '/a.js',
      function: null,
      lineno: 1,
      colno: 2,
      inApp: true,
      vars: { a: 1 },
      context_line: 'x',
    };
    assert.deepEqual(framesOf([sent]), [{ filename: '/a.js', lineno: 1, colno: 2, inApp: true }]);
  });

  it('drops frames that say nothing', () => {
    assert.deepEqual(framesOf([{}, { filename: null, function: null, lineno: null }, { function: 'f' }]), [
      { function: 'f', inApp: true },
    ]);
  });

  it('keeps the first frames up to the limit', () => {
    const frames = Array.from({ length: MAX_STACK_FRAMES + 1 }, (_, lineno) => ({ filename: '/a.js', lineno }));
    assert.equal(framesOf(frames.slice(1)).length, MAX_STACK_FRAMES);
    assert.deepEqual(
      framesOf(frames).map(({ lineno }) => lineno),
      frames.slice(0, -1).map(({ lineno }) => lineno),
    );
  });

  it('groups by in-app frames beyond the stored ones', () => {
    const dependency = Array.from({ length: MAX_STACK_FRAMES + 5 }, () => ({ filename: '/app/node_modules/x/i.js' }));
    const app = [1, 2, 3, 4].map((lineno) => ({ filename: '/app/a.js', lineno }));
    const event = normalized({ stackFrames: [...dependency, ...app] });
    assert.deepEqual(
      event.groupingFrames.map(({ lineno }) => lineno),
      [1, 2, 3],
    );
    assert.equal(event.stackFrames.length, MAX_STACK_FRAMES);
  });

  const IN_APP: readonly (readonly [StackFramePayload, boolean])[] = [
    [{ filename: '/app/src/a.ts' }, true],
    [{ filename: '/app/src/a.ts', inApp: true }, true],
    [{ filename: '/app/src/a.ts', inApp: null }, true],
    [{ filename: '/app/src/a.ts', inApp: false }, false],
    [{ filename: '/app/node_modules/x/i.js' }, false],
    [{ filename: '/app/node_modules/x/i.js', inApp: true }, false],
    [{ filename: 'node_modules/x/i.js' }, false],
    [{ filename: 'C:\\app\\node_modules\\x\\i.js' }, false],
    [{ filename: 'webpack-internal:///./node_modules/react-dom/cjs/react-dom.development.js' }, false],
    [{ filename: '/app/src/my-node_modules-shim.ts' }, true],
    [{ filename: '/app/my-node_modules/node_modules.ts' }, true],
    [{ filename: 'node:internal/process/task_queues' }, false],
    [{ filename: 'node:fs', inApp: true }, false],
    [{ filename: '/app/node:fs.js' }, true],
    [{ function: 'f' }, true],
  ];
  for (const [frame, inApp] of IN_APP) {
    it(`takes ${JSON.stringify(frame)} for ${inApp ? 'in-app' : 'not in-app'}`, () => {
      assert.equal(framesOf([frame])[0]?.inApp, inApp);
    });
  }

  it('cuts file names, functions and source context at their limits', () => {
    const lines = Array.from({ length: FRAME_CONTEXT_LINES_MAX + 1 }, (_, index) => String(index));
    const long = 'x'.repeat(5000);
    const [frame] = stored({
      stackFrames: [{ filename: long, function: long, contextLine: long, preContext: lines, postContext: lines }],
    }).stackFrames;
    assert.ok(frame);
    assert.equal(frame.filename?.length, FRAME_FILENAME_CHARS_MAX);
    assert.equal(frame.function?.length, FRAME_FUNCTION_CHARS_MAX);
    assert.equal(frame.contextLine?.length, FRAME_CONTEXT_LINE_CHARS_MAX);
    assert.deepEqual(frame.preContext, lines.slice(1));
    assert.deepEqual(frame.postContext, lines.slice(0, -1));
  });
});

describe('normalizeRequest', () => {
  it('takes null for absent and facts for defaults', () => {
    const request = normalizeRequest(
      { method: 'GET', url: '/', statusCode: null, source: null, requestBody: null },
      FACTS,
    );
    assert.deepEqual(
      [request.statusCode, request.duration, request.source, request.requestBody],
      [null, null, null, undefined],
    );
    assert.deepEqual(
      [request.projectName, request.correlationId, request.timestampMs],
      ['from-header', 'c-header', 1000],
    );
  });
});

describe('normalizeLog', () => {
  it('keeps a message of the limit and cuts one past it', () => {
    const fit = 'x'.repeat(LOG_MESSAGE_CHARS_MAX);
    assert.equal(redactLog(normalizeLog({ level: 'info', message: fit }, FACTS)).message, fit);
    assert.equal(redactLog(normalizeLog({ level: 'info', message: `${fit}x` }, FACTS)).message, fit);
  });
});
