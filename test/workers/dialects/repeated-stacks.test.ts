import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  REPEATED_STACK_CHARS_MAX,
  REPEATED_STACK_CHARS_MIN,
  REPEATED_STACK_LOOKS_MAX,
  REPEATED_STACK_MISSES_MAX,
  REPEATED_STACKS_CHARS_MAX,
  REPEATED_STACKS_MAX,
  REPEATED_STACKS_PER_BODY_MAX,
} from '../../../src/limits.js';
import { parseEvents } from '../../../src/workers/dialects/errord.js';
import { parseEvent, toThrownChain } from '../../../src/workers/dialects/sentry-stack.js';
import type { JsonMap } from '../../../src/workers/dialects/sentry-values.js';
import { digestCall } from '../../../src/workers/digest.js';
import { areRepeatedFrames } from '../../../src/workers/domain/repeated-frames.js';
import { EVENT, facts } from '../../support/digests.js';

let made = 0;

/** Frames that no other test has sent, whose JSON has so many characters. */
function makeFrames(
  chars: number,
  start = `${String((made += 1)).padStart(6, '0')} `.repeat(REPEATED_STACK_CHARS_MIN),
): readonly object[] {
  const empty = JSON.stringify([{ filename: '' }]).length;
  return [{ filename: start.padEnd(chars - empty, 'x').slice(0, chars - empty) }];
}

/** As a sender writes it: in front of the frames stands another field. */
const toText = (stackFrames: readonly object[]): string => JSON.stringify({ type: 'Error', stackFrames });

const isRepeated = (text: string): boolean =>
  areRepeatedFrames((parseEvents(text) as { stackFrames: object }).stackFrames);

/** Sent twice, a stack is remembered; whether it is shows when it comes again. */
function isRemembered(stackFrames: readonly object[]): boolean {
  const text = toText(stackFrames);
  parseEvents(text);
  parseEvents(text);
  return isRepeated(text);
}

describe('the stacks of events that come again', () => {
  it('are the same array of frames from the third time on, in single events and in batches', () => {
    const text = toText(makeFrames(REPEATED_STACK_CHARS_MIN));
    assert.deepEqual([isRepeated(text), isRepeated(text), isRepeated(text)], [false, false, true]);
    const [one, other] = parseEvents(`[${text},${text}]`) as { stackFrames: object }[];
    assert.deepEqual(one, JSON.parse(text));
    assert.equal(one?.stackFrames, other?.stackFrames);
    assert.equal(one?.stackFrames, (parseEvents(text) as { stackFrames: object }).stackFrames);
  });

  it('are remembered from a length on, and up to one', () => {
    assert.equal(isRemembered(makeFrames(REPEATED_STACK_CHARS_MIN)), true);
    assert.equal(isRemembered(makeFrames(REPEATED_STACK_CHARS_MIN - 1)), false);
    assert.equal(isRemembered(makeFrames(REPEATED_STACK_CHARS_MAX)), true);
    assert.equal(isRemembered(makeFrames(REPEATED_STACK_CHARS_MAX + 1)), false);
  });

  it('make way for another that begins alike after so many of it', () => {
    const start = `${(made += 1)} `.padEnd(REPEATED_STACK_CHARS_MIN, 'y');
    const first = makeFrames(2 * REPEATED_STACK_CHARS_MIN, start);
    const other = makeFrames(2 * REPEATED_STACK_CHARS_MIN, `${start}z`);
    assert.equal(isRemembered(first), true);
    for (let count = 0; count < REPEATED_STACK_MISSES_MAX; count += 1) assert.equal(isRepeated(toText(other)), false);
    assert.equal(isRepeated(toText(first)), true);
    for (let count = 0; count <= REPEATED_STACK_MISSES_MAX; count += 1) assert.equal(isRepeated(toText(other)), false);
    assert.deepEqual([isRepeated(toText(other)), isRepeated(toText(first))], [true, false]);
  });

  it('are forgotten when so many others have come, or so many characters of them', () => {
    const remembersBehind = (count: number, chars: number): boolean => {
      const first = makeFrames(REPEATED_STACK_CHARS_MIN);
      assert.equal(isRemembered(first), true);
      for (let other = 0; other < count; other += 1) isRemembered(makeFrames(chars));
      return isRepeated(toText(first));
    };
    const half = REPEATED_STACKS_MAX / 2;
    assert.equal(remembersBehind(half - 2, REPEATED_STACK_CHARS_MIN), true);
    assert.equal(remembersBehind(2 * half, REPEATED_STACK_CHARS_MIN), false);
    const long = REPEATED_STACKS_CHARS_MAX / REPEATED_STACK_CHARS_MAX;
    assert.equal(remembersBehind(long / 2 - 2, REPEATED_STACK_CHARS_MAX), true);
    assert.equal(remembersBehind(long, REPEATED_STACK_CHARS_MAX), false);
  });

  it('are looked for in so many fields of one body', () => {
    const stackFrames = makeFrames(REPEATED_STACK_CHARS_MIN);
    assert.equal(isRemembered(stackFrames), true);
    const behind = (count: number): boolean => {
      const others = Array.from({ length: count }, () => ({ type: 'Error', stack: 's' }));
      const events = parseEvents(JSON.stringify([...others, { type: 'Error', stackFrames }])) as {
        stackFrames: object;
      }[];
      return areRepeatedFrames(events.at(-1)?.stackFrames ?? []);
    };
    assert.equal(behind(REPEATED_STACKS_PER_BODY_MAX - 1), true);
    assert.equal(behind(REPEATED_STACKS_PER_BODY_MAX), false);
  });

  it('are parsed as they stand where a field of that name is not of the event', () => {
    const stackFrames = makeFrames(REPEATED_STACK_CHARS_MIN);
    assert.equal(isRemembered(stackFrames), true);
    const text = JSON.stringify({ type: 'Error', extra: { a: 1, stackFrames }, stackFrames });
    assert.deepEqual(parseEvents(text), JSON.parse(text));
    assert.equal(isRepeated(toText(stackFrames)), false);
  });

  it('are remembered of causes too', () => {
    const stackFrames = makeFrames(REPEATED_STACK_CHARS_MIN);
    assert.equal(isRemembered(stackFrames), true);
    const text = JSON.stringify({ type: 'Error', causes: [{ type: 'Error', stackFrames }] });
    const { causes } = parseEvents(text) as { causes: { stackFrames: object }[] };
    assert.equal(areRepeatedFrames(causes[0]?.stackFrames ?? []), true);
    assert.deepEqual(causes, [{ type: 'Error', stackFrames }]);
  });

  it('are never written to', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const frame = { filename: '/app/a.js', function: 'f', lineno: 1, preContext: ['password=hunter2'], module: 'm' };
    const cause = { type: 'Error', message: 'c', stackFrames: [frame, { filename: 'b'.repeat(5000) }] };
    const payload = freeze({ ...EVENT, stack: 'Error: m', stackFrames: [frame, { ...frame }], causes: [cause] });
    const { batch, faults } = digestCall(facts(), { items: [{ kind: 'event', payload }] }, { newId: () => 'id' });
    assert.deepEqual(faults, []);
    assert.equal(batch.items[0]?.kind, 'event');
  });
});

describe('the stacks of events of Sentry that come again', () => {
  const toSentry = (frames: readonly object[], value = 'm'): string =>
    JSON.stringify({ exception: { values: [{ type: 'Error', value, stacktrace: { frames } }] }, level: 'error' });
  const read = (text: string) => toThrownChain(parseEvent(text) as JsonMap)?.stackFrames;
  const isKnown = (frames: readonly object[]): boolean => {
    const text = toSentry(frames);
    read(text);
    read(text);
    return areRepeatedFrames(read(text) ?? []);
  };
  const sharedFrame = { filename: 'node:internal/timers', function: 'process', lineno: 1 };

  it('are the same array of frames of ours from the third time on, whatever the message', () => {
    const frames = [...makeFrames(REPEATED_STACK_CHARS_MIN), { filename: 'b.js', lineno: 7 }];
    assert.equal(isKnown(frames), true);
    const again = read(toSentry(frames, 'other'));
    assert.equal(again, read(toSentry(frames)));
    assert.deepEqual(
      again?.map(({ filename, lineno }) => [filename, lineno]),
      frames
        .map((frame) => ['filename' in frame ? frame.filename : '', 'lineno' in frame ? frame.lineno : undefined])
        .reverse(),
    );
  });

  it('are remembered from a length on, and up to one', () => {
    // What is looked at ends in front of the last frame's brace.
    const end = ']'.length + '}'.length;
    assert.equal(isKnown(makeFrames(REPEATED_STACK_CHARS_MIN + end)), true);
    assert.equal(isKnown(makeFrames(REPEATED_STACK_CHARS_MIN + end - 1)), false);
    assert.equal(isKnown(makeFrames(REPEATED_STACK_CHARS_MAX - 1)), true);
    assert.equal(isKnown(makeFrames(REPEATED_STACK_CHARS_MAX)), false);
  });

  it('are looked for in so many characters, those of the text a few times', () => {
    const frames = makeFrames(REPEATED_STACK_CHARS_MIN * 2);
    assert.equal(isKnown(frames), true);
    // Each of the fields in front is looked at to the innermost end.
    const behind = (count: number): boolean => {
      const nested = `${'{"b":1,"stacktrace":{"frames":[1,'.repeat(count)}0${']}}'.repeat(count)}`;
      const text = `{"extra":[${nested}],${toSentry(frames).slice(1)}`;
      assert.deepEqual(parseEvent(text), JSON.parse(text));
      return areRepeatedFrames(read(text) ?? []);
    };
    assert.equal(behind(1), true);
    assert.equal(behind(40 * REPEATED_STACK_LOOKS_MAX), false);
  });

  it('are told apart by their ends, as their first frames are those of the application', () => {
    const shared = Array.from({ length: 12 }, () => sharedFrame);
    const stacks = Array.from({ length: 20 }, (_, index) => [
      ...shared,
      { filename: 'a.js', function: 'f', lineno: 10 + index },
    ]);
    assert.deepEqual(
      stacks.map(isKnown),
      stacks.map(() => true),
    );
    assert.deepEqual(
      stacks.map(isKnown),
      stacks.map(() => true),
    );
  });

  it('are parsed as they stand where a field of that name is not of the event', () => {
    const frames = makeFrames(REPEATED_STACK_CHARS_MIN * 2);
    assert.equal(isKnown(frames), true);
    const text = JSON.stringify({ extra: { a: 1, stacktrace: { frames } } });
    assert.deepEqual(parseEvent(text), JSON.parse(text));
    assert.equal(areRepeatedFrames(read(toSentry(frames)) ?? []), false);
  });
});

/** Few, so that they come again: with what JSON writes in more than one way, and what only looks like a field. */
const STACKS = [
  `Error: a "quoted" \\ \n\t text ,"stack":" and more${'x'.repeat(300)}`,
  `é ü 😀 \u2028${' ,"stackFrames":[{}]'.repeat(20)}`,
  'short',
  '\\'.repeat(400),
];
const FRAMES = [
  [{ filename: 'a'.repeat(260), function: ']}[{"', lineno: 1, rank: [1, [2, { a: null }]] }],
  Array.from({ length: 12 }, (_, index) => ({ filename: `/app/${index}.ts`, lineno: index, stack: 'x'.repeat(300) })),
  [],
  [null, 5, 'text'],
];

const stack = fc.constantFrom<unknown>(...STACKS, null, 7, STACKS);
const stackFrames = fc.constantFrom<unknown>(...FRAMES, null, 'text', STACKS[0]);
const holder = fc.record({ type: fc.constant('Error'), stack, stackFrames }, { requiredKeys: [] });
const event = fc.record(
  {
    message: fc.string(),
    stack,
    stackFrames,
    causes: fc.oneof(fc.array(holder, { maxLength: 3 }), holder),
    extra: fc.oneof({ weight: 9, arbitrary: fc.constant({ a: 1 }) }, { weight: 1, arbitrary: holder }),
  },
  { requiredKeys: [] },
);
const body = fc
  .tuple(fc.oneof(fc.array(fc.oneof(event, fc.jsonValue()), { maxLength: 6 }), event), fc.constantFrom(0, 1))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
/** A field twice in one object, and what no sender's library writes. */
const oddBody = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ...STACKS.map((text) => `"stack":${JSON.stringify(text)}`),
        ...FRAMES.map((frames) => `"stackFrames":${JSON.stringify(frames)}`),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('{"a":1,', '{', '[{"a":1,', ',"a":"'),
  )
  .map(([fields, start]) => `${start}${fields.join(',')}}`);

const trace = fc.record({ frames: stackFrames }, { requiredKeys: [] });
const thrown = fc.record({ type: fc.constant('Error'), stacktrace: trace }, { requiredKeys: [] });
const values = fc.oneof(
  fc.array(thrown, { maxLength: 3 }),
  thrown,
  fc.record({ values: fc.array(thrown, { maxLength: 3 }) }),
);
const sentryBody = fc
  .record(
    {
      message: fc.string(),
      exception: values,
      threads: values,
      stacktrace: trace,
      extra: fc.oneof({ weight: 9, arbitrary: fc.constant({ a: 1 }) }, { weight: 1, arbitrary: thrown }),
    },
    { requiredKeys: ['message'] },
  )
  .chain((one) => fc.constantFrom(0, 1).map((indent) => JSON.stringify(one, null, indent)));

function outcomeOf(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return 'refused';
  }
}

describe('parseEvents', () => {
  it('makes what JSON.parse makes, however often a stack comes and wherever it stands', () => {
    const check = (text: string): void => {
      for (let time = 0; time < 3; time += 1) {
        assert.deepEqual(outcomeOf(parseEvents, text), outcomeOf(JSON.parse, text));
      }
    };
    fc.assert(fc.property(fc.oneof(body, oddBody), check), { numRuns: 500 });
  });

  it('makes what JSON.parse makes of an event of Sentry too', () => {
    const check = (text: string): void => {
      for (let time = 0; time < 3; time += 1) {
        assert.deepEqual(outcomeOf(parseEvent, text), outcomeOf(JSON.parse, text));
      }
    };
    fc.assert(fc.property(fc.oneof(sentryBody, fc.json()), check), { numRuns: 500 });
  });

  it('refuses what JSON.parse refuses', () => {
    const broken = fc
      .tuple(body, fc.nat(), fc.constantFrom('', '"', '\\', ',', ',"stack":"', ']', '\n', 'x'))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + (put === '' ? 1 : 0)),
      );
    const check = (text: string): void => assert.deepEqual(outcomeOf(parseEvents, text), outcomeOf(JSON.parse, text));
    fc.assert(fc.property(broken, check), { numRuns: 2000 });
  });
});
