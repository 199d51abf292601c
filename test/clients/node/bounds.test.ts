// Runs alone: it times how long records gather.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BodyCopy, isReadableBody } from '../../../clients/node/src/bodies.js';
import { RecentStacks } from '../../../clients/node/src/console-hooks.js';
import { CorrelationIds } from '../../../clients/node/src/correlation-ids.js';
import { IsoTimes } from '../../../clients/node/src/iso-times.js';
import { Later } from '../../../clients/node/src/later.js';
import {
  BODY_BYTES_MAX,
  CORRELATION_IDS_COUNTED,
  GATHER_MS,
  GATHERED_MAX,
  LATER_MAX,
  PRINTED_FRAMES_COMPARED,
  RECENT_STACKS_MAX,
  SOURCE_FILES_MAX,
  WALL_LOOK_MS,
} from '../../../clients/node/src/limits.js';
import { findPrintedStack, isPrintOf } from '../../../clients/node/src/printed-stack.js';
import { Sources } from '../../../clients/node/src/sources.js';
import { WallClock } from '../../../clients/node/src/wall-clock.js';
import { useTempDir } from '../../support/temp-dir.js';

describe('the bounds of the Node client', () => {
  const dir = useTempDir();

  it('what is put off runs at once past the limit, and in its order when it is settled', () => {
    const later = new Later();
    const ran: number[] = [];
    for (let index = 0; index <= LATER_MAX; index++) later.add(() => ran.push(index), 60_000);
    assert.deepEqual(ran, [LATER_MAX]);
    later.settle();
    assert.equal(ran.length, LATER_MAX + 1);
    assert.equal(ran[1], 0);
    later.settle();
    assert.equal(ran.length, LATER_MAX + 1);
  });

  it('records are made together: at the limit at once, below it a moment later, and behind what waits for the next turn', async () => {
    const later = new Later();
    const ran: string[] = [];
    later.add(() => ran.push('soon'), 0);
    for (let index = 1; index < GATHERED_MAX; index++) later.gather(() => ran.push('record'));
    assert.equal(ran.length, 0);
    later.gather(() => ran.push('record'));
    assert.deepEqual(ran, ['soon', ...Array.from({ length: GATHERED_MAX }, () => 'record')]);
    const startedAtMs = performance.now();
    await new Promise<void>((resolve) => {
      later.gather(resolve);
      // The timer of `later` keeps nothing alive.
      const alive = setInterval(() => undefined, GATHER_MS);
      later.gather(() => {
        clearInterval(alive);
      });
    });
    assert.ok(performance.now() - startedAtMs >= GATHER_MS - 1);
  });

  it('ids that are counted are UUIDs, each another, and begin anew at the limit', () => {
    const ids = new CorrelationIds();
    const first = ids.next();
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-0{12}$/);
    let last = first;
    for (let count = 1; count < CORRELATION_IDS_COUNTED; count++) last = ids.next();
    assert.equal(last, `${first.slice(0, 24)}${(CORRELATION_IDS_COUNTED - 1).toString(16).padStart(12, '0')}`);
    assert.notEqual(ids.next().slice(0, 24), first.slice(0, 24));
  });

  it(`asks for the time of day once in ${WALL_LOOK_MS} ms (WALL_LOOK_MS), and hears within that of a clock that was set`, () => {
    let [own, wall, looks] = [5000.25, 1_800_000_000_000, 0];
    const clock = new WallClock({
      own: () => own,
      wall: () => {
        looks += 1;
        return wall;
      },
    });
    assert.equal(clock.at(own), wall);
    wall += 3_600_000;
    own += WALL_LOOK_MS - 1;
    assert.equal(clock.at(own), 1_800_000_000_000 + WALL_LOOK_MS - 1);
    assert.equal(clock.at(4000.25), 1_800_000_000_000 - 1000);
    assert.equal(looks, 1);
    own += 1;
    assert.equal(clock.at(own), wall);
    assert.equal(looks, 2);
  });

  it('times are what Date writes', () => {
    const times = new IsoTimes();
    for (const ms of [0, 999, 1000, 1_767_225_599_999, 1_767_225_600_000, 1_767_225_600_007, 1_767_225_599_998]) {
      assert.equal(times.toIso(ms), new Date(ms).toISOString());
    }
  });

  it('a body is copied up to the limit, in whatever form it is written', () => {
    const forms: readonly (readonly [unknown, unknown])[] = [
      ['a'.repeat(BODY_BYTES_MAX + 1), undefined],
      [Buffer.alloc(BODY_BYTES_MAX + 1, 'a'), undefined],
      [new Uint8Array(BODY_BYTES_MAX + 1).fill(97), undefined],
      ['61'.repeat(BODY_BYTES_MAX + 1), 'hex'],
      ['a'.repeat(BODY_BYTES_MAX + 1), 'no encoding'],
    ];
    for (const [chunk, encoding] of forms) {
      const copy = new BodyCopy();
      copy.add(chunk, encoding);
      copy.add('more', undefined);
      assert.equal(copy.toText(), 'a'.repeat(BODY_BYTES_MAX));
    }
  });

  it('a body that is no body is none', () => {
    const copy = new BodyCopy();
    for (const chunk of [undefined, null, 7, () => undefined]) copy.add(chunk, undefined);
    assert.equal(copy.toText(), undefined);
  });

  it('a copy is not changed by whoever uses the memory again', () => {
    const chunk = Buffer.from('before');
    const copy = new BodyCopy();
    copy.add(chunk, undefined);
    chunk.fill('x');
    assert.equal(copy.toText(), 'before');
  });

  it('only text that is not compressed is a body to read', () => {
    const cases: readonly (readonly [unknown, unknown, boolean])[] = [
      ['application/json; charset=utf-8', undefined, true],
      ['application/problem+json', 'identity', true],
      ['text/html', '', true],
      ['application/x-www-form-urlencoded', undefined, true],
      ['application/json', 'gzip', false],
      ['application/jsonp-like', undefined, false],
      ['image/svg', undefined, false],
      ['application/octet-stream', undefined, false],
      [undefined, undefined, false],
    ];
    for (const [type, encoding, expected] of cases) {
      assert.equal(isReadableBody(type, encoding), expected, `${String(type)} ${String(encoding)}`);
    }
  });

  it('the stacks of the last moment are the newest', () => {
    const recent = new RecentStacks();
    const toStack = (index: number): string => `Error: a\n    at f (/a.js:${index}:1)`;
    for (let index = 0; index <= RECENT_STACKS_MAX; index++) recent.add(toStack(index));
    const isTaken = (index: number): boolean => {
      const printed = findPrintedStack(toStack(index));
      return printed !== null && recent.take(printed);
    };
    assert.deepEqual([isTaken(0), isTaken(1), isTaken(1)], [false, true, false]);
  });

  it('a printed stack is known by its first frames', () => {
    const toStack = (...lines: readonly number[]): string =>
      ['Error: a', ...lines.map((line) => `    at f (/a.js:${line}:1)`)].join('\n');
    const isPrint = (printed: string, stack: string): boolean => {
      const found = findPrintedStack(printed);
      return found !== null && isPrintOf(found, stack);
    };
    assert.equal(PRINTED_FRAMES_COMPARED, 3);
    assert.equal(isPrint(toStack(1, 2, 3, 4), toStack(1, 2, 3, 5)), true);
    assert.equal(isPrint(toStack(1, 2, 3), toStack(1, 2, 4)), false);
    assert.equal(isPrint(toStack(1, 2, 3), toStack(1, 2)), false);
    assert.equal(isPrint('no stack', toStack(1)), false);
  });

  it('the most recently used source files are remembered', () => {
    const sources = new Sources();
    const path = (index: number): string => join(dir(), `${index}.js`);
    const read = (index: number): string | undefined =>
      sources.readNow([{ filename: path(index), lineno: 1, colno: 1, inApp: true }])[0]?.contextLine;
    for (let index = 0; index <= SOURCE_FILES_MAX; index++) writeFileSync(path(index), `before ${index}`);
    for (let index = 0; index < SOURCE_FILES_MAX; index++) read(index);
    read(0);
    read(SOURCE_FILES_MAX);
    for (const index of [0, 1]) writeFileSync(path(index), `after ${index}`);
    assert.equal(read(0), 'before 0');
    assert.equal(read(1), 'after 1');
  });
});
