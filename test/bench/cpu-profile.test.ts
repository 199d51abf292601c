import assert from 'node:assert/strict';
import { type CpuProfile, mergeThreads, toModules, toThreadProfile } from '../../bench/cpu-profile.js';
import { toProfileTables } from '../../bench/profile.js';

const readModules = (): readonly string[] => toModules('// dist/src/workers/task.js\nfunction digest() {}\n');
const ALL = { fromUs: 0, toUs: Number.POSITIVE_INFINITY, readModules };

/** A thread that runs `digest`, `hash` and nothing, in samples of the given functions 100 µs apart. */
function makeProfile(...samples: readonly number[]): CpuProfile {
  const frame = (id: number, functionName: string, url: string) => ({
    id,
    callFrame: { functionName, url, lineNumber: 1 },
  });
  const nodes = [
    frame(1, '(idle)', ''),
    frame(2, 'digest', 'file:///home/someone/errord/dist/threads/digest.js'),
    frame(3, 'hash', 'node:crypto'),
    frame(4, '', 'file:///home/someone/errord/node_modules/piscina/dist/worker.js'),
  ];
  return { nodes, startTime: 1000, samples, timeDeltas: samples.map(() => 100) };
}

describe('the reading of CPU profiles', () => {
  it('adds up self time by function and file, slowest first, without waiting and without paths', () => {
    assert.deepEqual(toThreadProfile(makeProfile(1, 2, 3, 3, 4, 1), ALL), {
      thread: 'digest',
      selfTimes: [
        { functionName: 'hash', file: 'node:crypto', us: 200 },
        { functionName: 'digest', file: 'src/workers/task.js', us: 100 },
        { functionName: '(anonymous)', file: 'piscina/dist/worker.js', us: 100 },
      ],
    });
  });

  it('counts what lies between two moments only', () => {
    const profile = toThreadProfile(makeProfile(2, 2, 2, 2, 2), { ...ALL, fromUs: 1200, toUs: 1400 });
    assert.deepEqual(profile?.selfTimes, [{ functionName: 'digest', file: 'src/workers/task.js', us: 200 }]);
  });

  it('leaves out threads it does not know', () => {
    const profile = makeProfile(3, 3);
    assert.equal(toThreadProfile({ ...profile, nodes: profile.nodes.slice(2, 3) }, ALL), null);
  });

  it('adds up the threads of a pool', () => {
    const one = toThreadProfile(makeProfile(2, 2, 2), ALL);
    assert.ok(one);
    const [digest, ...others] = mergeThreads([one, one]);
    assert.equal(digest?.selfTimes[0]?.us, 400);
    assert.deepEqual(others, []);
  });

  it('makes a table of each thread', () => {
    const functions = Array.from({ length: 30 }, (_, index) => ({ name: `f|${index}`, file: 'a.js', usPerEvent: 1 }));
    const threads = [{ thread: 'digest', usPerEvent: 30, functions }];
    const text = toProfileTables({ connections: 256, events: 1000, eventsPerSecond: 500, threads });
    assert.match(text, /^### digest: 30\.00 µs per event$/m);
    assert.match(text, /^\| 1\.00 {2}\| 3\.3 % {2}\| f\\\|0 +\| a\.js \|$/m);
    assert.match(text, /^\| 10\.00 \| 33\.3 % \| all others +\| +\|$/m);
  });
});
