import assert from 'node:assert/strict';
import { OutcomeCounters } from '../../src/gateway/outcome-counters.js';
import { PROJECTS_MAX } from '../../src/limits.js';

describe('outcome counters', () => {
  it('counts every fate of an item under its name', () => {
    const counters = new OutcomeCounters(0);
    counters.open('a');
    counters.settle('a', { kind: 'stored', id: '1' });
    counters.settle('a', { kind: 'duplicate', id: '1' });
    counters.settle('a', { kind: 'rejected', reason: 'invalid_json' });
    counters.settle('a', { kind: 'dropped', reason: 'queue_full' });
    const expected = {
      received: 5,
      inFlight: 1,
      stored: 1,
      duplicate: 1,
      rejected: { invalid_json: 1 },
      dropped: { queue_full: 1 },
    };
    assert.deepEqual(counters.toJson(), {
      since: '1970-01-01T00:00:00.000Z',
      total: expected,
      projects: [{ projectId: 'a', ...expected }],
    });
  });

  it('counts what came beside the items apart from what was received', () => {
    const counters = new OutcomeCounters(0);
    counters.note({ skipped: { session: 2 }, projectName: 'a' });
    counters.note({ skipped: { session: 1, attachment: 1 }, clientDropped: { sample_rate: 5 }, projectName: 'a' });
    const { total, projects } = counters.toJson();
    assert.deepEqual([total.received, total.skipped], [0, { session: 3, attachment: 1 }]);
    assert.deepEqual(total.clientDropped, { sample_rate: 5 });
    assert.deepEqual(projects, [{ projectId: 'a', ...total }]);
  });

  it('counts projects of any name apart, and the items without one', () => {
    const counters = new OutcomeCounters(0);
    for (const name of ['__proto__', 'constructor', null]) counters.open(name);
    assert.deepEqual(
      counters.toJson().projects.map(({ projectId, received }) => [projectId, received]),
      [
        ['__proto__', 1],
        ['constructor', 1],
        [undefined, 1],
      ],
    );
  });

  it('counts a call as one item until its items are known, then those', () => {
    const counters = new OutcomeCounters(0);
    counters.open('a');
    assert.deepEqual([counters.toJson('a').total.received, counters.toJson('a').total.inFlight], [1, 1]);
    for (let item = 0; item < 3; item += 1) counters.settle('a', { kind: 'stored', id: `${item}` });
    counters.close('a');
    assert.deepEqual([counters.toJson('a').total.received, counters.toJson('a').total.inFlight], [3, 0]);
  });

  it('do not tell of a project that only a header named', () => {
    const counters = new OutcomeCounters(0);
    counters.open(null);
    counters.settle('a', { kind: 'stored', id: '1' });
    counters.close(null);
    assert.deepEqual(
      counters.toJson().projects.map(({ projectId }) => projectId),
      ['a'],
    );
  });

  it('follows as many projects as the limit and counts the rest together', () => {
    const counters = new OutcomeCounters(0);
    for (let index = 0; index < PROJECTS_MAX + 5; index += 1) counters.open(`p-${index}`);
    counters.settle(`p-${PROJECTS_MAX}`, { kind: 'stored', id: '1' });
    counters.close(`p-${PROJECTS_MAX}`);
    const { projects, total } = counters.toJson();
    assert.equal(projects.length, PROJECTS_MAX + 1);
    const others = projects[PROJECTS_MAX];
    assert.deepEqual([others?.received, others?.stored, others?.inFlight], [5, 1, 4]);
    assert.equal(total.received, PROJECTS_MAX + 5);
  });

  it('makes room for a new project by that which sent nothing for longest, and keeps the sums', () => {
    const counters = new OutcomeCounters(0);
    const sendOne = (name: string): void => {
      counters.open(name);
      counters.settle(name, { kind: 'stored', id: '1' });
      counters.close(name);
    };
    for (let index = 0; index < PROJECTS_MAX; index += 1) sendOne(`p-${index}`);
    sendOne('p-0');
    for (const name of ['new', 'newer']) sendOne(name);
    assert.equal(counters.toJson('p-0').total.stored, 2);
    assert.equal(counters.toJson('newer').total.stored, 1);
    assert.equal(counters.toJson('p-1').total.stored, 0);
    const { projects, total } = counters.toJson();
    const others = projects.find(({ projectId }) => projectId?.startsWith('(other'));
    assert.equal(others?.stored, 2);
    assert.equal(projects.length, PROJECTS_MAX + 1);
    assert.equal(
      projects.reduce((sum, { stored }) => sum + stored, 0),
      total.stored,
    );
  });

  it('closes a call where it was opened, also when there is room for its name by then', () => {
    const counters = new OutcomeCounters(0);
    for (let index = 0; index < PROJECTS_MAX; index += 1) counters.open(`p-${index}`);
    counters.open('late');
    counters.close('p-0');
    counters.open('late');
    for (let call = 0; call < 2; call += 1) counters.close('late');
    assert.ok(counters.toJson().projects.every(({ inFlight }) => inFlight >= 0));
    counters.open('late');
    assert.equal(counters.toJson('late').total.inFlight, 1);
  });

  it('answers zeros for a project that sent nothing', () => {
    const { total, projects } = new OutcomeCounters(0).toJson('a');
    assert.equal(total.received, 0);
    assert.deepEqual(projects, []);
  });
});
