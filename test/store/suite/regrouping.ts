import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import type { EventRecord } from '../../../schemas/event.js';
import type { EventDigest, EventPrint, StoredEventText } from '../../../src/messages.js';
import { type EventOverrides, eventDigest, fingerprintOf } from '../../support/store-digests.js';
import type { Harness } from '../../support/store-harness.js';
import type { Open } from './open.js';
import { readSettings } from './project-limits.js';

/** The second version of these tests: messages with the same first word are one, and paths are kept apart. */
function printOf(message: string, url: string): EventPrint {
  const family = message.split(' ', 1)[0] ?? '';
  const grouping = JSON.stringify({ version: 2, type: 'uncaught_exception', message: family, frames: [], place: url });
  return { fingerprint: fingerprintOf('second', family, url), fingerprintVersion: 2, grouping };
}

export function storedPrint({ event }: StoredEventText): EventPrint {
  const { message, request } = JSON.parse(event) as EventRecord;
  return printOf(message, String(request?.url));
}

const MAPPED_FRAMES = [{ inApp: true, filename: 'src/cart.ts', lineno: 7 }];

/** The rules of these tests by mapped frames. */
function mappedPrint(message: string, version = 3): EventPrint {
  const family = message.split(' ', 1)[0] ?? '';
  const grouping = JSON.stringify({ version, type: 'uncaught_exception', message: family, frames: [] });
  return { fingerprint: fingerprintOf('mapped', String(version), family), fingerprintVersion: version, grouping };
}

/** Does steps until nothing is due; answers how many events were asked for. */
async function regroupMapped({ store }: Harness, sourceMaps: readonly string[], version = 3): Promise<number> {
  let asked = 0;
  for (let page = await store.regroup.step(null); page !== null; ) {
    if (page.events.length > 0) assert.deepEqual(page.rule, { version, sourceMaps });
    asked += page.events.length;
    const prints = page.events.map(({ event }) => {
      const { message } = JSON.parse(event) as EventRecord;
      const text = JSON.stringify({ stackFrames: MAPPED_FRAMES });
      const stack = { hash: createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url'), text };
      return { ...mappedPrint(message, version), stack };
    });
    page = await store.regroup.step({ pageId: page.id, prints });
  }
  return asked;
}

const detailsOf = (url: string): string => JSON.stringify({ request: { method: 'GET', url } });

/** An event as a thread digests it that knows no second version of the project. */
export function first(message: string, url = '/', over: EventOverrides = {}): EventDigest {
  return eventDigest({ message, details: detailsOf(url), ...over });
}

/** As one that does. */
export function both(message: string, url = '/', over: EventOverrides = {}): EventDigest {
  return { ...first(message, url, over), second: printOf(message, url) };
}

/** Does steps until nothing is due, `between` each. */
export async function regroup({ store }: Pick<Harness, 'store'>, between = async () => {}): Promise<void> {
  for (let page = await store.regroup.step(null); page !== null; ) {
    await between();
    page = await store.regroup.step({ pageId: page.id, prints: page.events.map(storedPrint) });
  }
}

export async function choose(harness: Pick<Harness, 'store'>, grouping: number): Promise<void> {
  assert.ok(await harness.store.setProjectSettings('shop', { grouping }));
}

/** Everything that is said of groups, as text. */
async function readAll({ errors, error }: Harness): Promise<string[]> {
  const list = await errors({ pageSize: 1000 });
  const details = await Promise.all(list.errors.map(({ id }) => error(id)));
  return [list, ...details].map((answer) => JSON.stringify(answer));
}

const toCounts = (groups: readonly ErrorGroup[]): string[] =>
  groups.map(({ message, count }) => `${message}: ${count}`).sort();

/** The events of each group, as their messages and paths tell. */
async function readMembers({ errors, error }: Harness): Promise<string[]> {
  const { errors: groups } = await errors({ pageSize: 1000 });
  const members = await Promise.all(
    groups.map(async ({ id, count }) => {
      const detail = await error(id);
      assert.equal(detail?.events.length, count, 'the count of a group is that of its events');
      return detail.events.map(({ message, request }) => `${message} ${String(request?.url)}`).sort();
    }),
  );
  return members.map((events) => events.join(', ')).sort();
}

export function describeRegrouping(open: Open): void {
  describe('grouping stored events anew', () => {
    it('is version 1 until another is chosen', async () => {
      const harness = await open();
      await harness.putAll([both('cart 1'), both('cart 2')]);
      assert.deepEqual(toCounts((await harness.errors()).errors), ['cart 1: 1', 'cart 2: 1']);
      assert.equal((await readSettings(harness, 'shop')).grouping, 1);
      assert.equal((await readSettings(harness, 'shop')).regroup, null);
    });

    it('joins and splits groups, keeps the oldest id, and answers the others with the group that took them', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('cart 2'), first('cart 2', '/b'), first('mail 1'), first('cart 3')]);
      const before = (await harness.errors()).errors;
      const idOf = (message: string): string => before.find((group) => group.message === message)?.id ?? '';
      await choose(harness, 2);
      await regroup(harness);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 2 /, cart 3 /', 'cart 2 /b', 'mail 1 /']);
      const took = await harness.error(idOf('cart 3'));
      assert.equal(took?.error.id, idOf('cart 1'));
      assert.equal(took.movedFrom, idOf('cart 3'));
      assert.equal(took.error.grouping.version, 2);
      assert.equal((await harness.error(idOf('cart 1')))?.movedFrom, undefined);
      assert.equal((await harness.store.setStatus(idOf('cart 3'), 'resolved'))?.id, idOf('cart 1'));
      const { regroup: progress, grouping } = await readSettings(harness, 'shop');
      assert.deepEqual([grouping, progress?.groups, progress?.movedEvents, progress?.waitingGroups], [2, 4, 2, 0]);
      assert.ok(progress?.finishedAt !== undefined);
    });

    it('uses mapped frames for a project that lists source maps, keeps what they told, and goes back', async () => {
      const harness = await open();
      const places = ['/srv/shop/dist', 'http://localhost:5173'];
      const list = (sourceMaps: string[] | null) => harness.store.setProjectSettings('shop', { sourceMaps });
      await harness.putAll([first('cart 1'), first('cart 2'), first('mail 1')]);
      const before = await readAll(harness);
      assert.ok(await list(places));
      assert.deepEqual((await readSettings(harness, 'shop')).sourceMaps, places);
      assert.equal((await readSettings(harness, 'shop')).grouping, 1);
      await regroupMapped(harness, places);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 2 /', 'mail 1 /']);
      const told = (await harness.errors()).errors.find(({ message }) => message === 'cart 1');
      const detail = await harness.error(told?.id ?? '');
      assert.equal(detail?.error.grouping.version, 3);
      assert.deepEqual(
        detail.events.map(({ stackFrames }) => stackFrames),
        [MAPPED_FRAMES, MAPPED_FRAMES],
      );
      // One that was digested for another version waits in a group of its own.
      await harness.putAll([both('cart 3'), { ...first('cart 4'), second: mappedPrint('cart 4') }]);
      await regroupMapped(harness, places);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 2 /, cart 3 /, cart 4 /', 'mail 1 /']);
      await harness.store.setProjectSettings('shop', { grouping: 2 });
      assert.equal((await readSettings(harness, 'shop')).grouping, 2);
      await regroupMapped(harness, places, 4);
      await harness.store.setProjectSettings('shop', { grouping: 1 });
      await regroupMapped(harness, places);
      // Listed again, everything is looked at again.
      assert.ok(await list(places));
      const asked = await regroupMapped(harness, places);
      assert.equal(asked, 5);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 2 /, cart 3 /, cart 4 /', 'mail 1 /']);
      assert.ok(await list(null));
      await regroup(harness);
      assert.deepEqual((await readSettings(harness, 'shop')).sourceMaps, []);
      assert.deepEqual(await readMembers(harness), ['cart 1 /', 'cart 2 /', 'cart 3 /', 'cart 4 /', 'mail 1 /']);
      const idsOf = (texts: readonly string[]): string[] =>
        texts.flatMap((text) => text.match(/"fingerprint":"\w+"/g) ?? []);
      const after = new Set(idsOf(await readAll(harness)));
      assert.ok(idsOf(before).every((fingerprint) => after.has(fingerprint)));
    });

    it('tells who digests where source maps are looked for, also after a restart', async () => {
      const harness = await open();
      await harness.store.setProjectSettings('shop', { sourceMaps: ['/srv/shop', '/srv/shop'] });
      const told = [{ projectName: 'shop', places: ['/srv/shop'] }];
      assert.deepEqual(harness.groupings().sourceMaps, told);
      await harness.close();
      const again = await open({ place: harness.place });
      assert.deepEqual(again.groupings().sourceMaps, told);
      await again.put({ ...first('cart 1'), second: mappedPrint('cart 1') });
      assert.equal((await again.error((await again.errors()).errors[0]?.id ?? ''))?.error.grouping.version, 3);
      await again.store.setProjectSettings('shop', { sourceMaps: [] });
      assert.equal(again.groupings().sourceMaps, undefined);
    });

    it('makes of groups what a person expects', async () => {
      const harness = await open();
      const cases = [
        [['unresolved', 'resolved'], 'unresolved'],
        [['ignored', 'unresolved'], 'unresolved'],
        [['resolved', 'resolved'], 'resolved'],
        [['ignored', 'ignored'], 'ignored'],
        [['ignored', 'resolved'], 'acknowledged'],
        [['resolved', 'acknowledged'], 'acknowledged'],
      ] as const;
      for (const [index, [statuses]] of cases.entries()) {
        for (const [at, status] of statuses.entries()) {
          await harness.put(first(`c${index} ${at}`));
          const made = (await harness.errors({ search: `c${index} ${at}` })).errors[0];
          await harness.store.setStatus(made?.id ?? '', status);
        }
      }
      await choose(harness, 2);
      await regroup(harness);
      for (const [index, [statuses, expected]] of cases.entries()) {
        const group = (await harness.errors({ search: `c${index} 0` })).errors[0];
        assert.equal(group?.status, expected, statuses.join(' and '));
        assert.equal(group.count, 2);
      }
    });

    it('keeps first and last sight, and the severity since a group was opened', async () => {
      const harness = await open();
      const at = (minute: number): EventOverrides => ({ timestampMs: Date.now() - minute * 60_000 });
      await harness.putAll([first('cart 1', '/', { ...at(90), severity: 'fatal' }), first('cart 1', '/b', at(5))]);
      const resolved = await harness.onlyGroup();
      await harness.store.setStatus(resolved.id, 'resolved');
      await harness.putAll([first('cart 2', '/', { ...at(30), severity: 'warning' })]);
      await choose(harness, 2);
      await regroup(harness);
      const { errors } = await harness.errors();
      const joined = errors.find(({ count }) => count === 2);
      assert.equal(joined?.severity, 'warning', 'the fatal one was resolved');
      assert.equal(joined.firstSeen, resolved.firstSeen);
      const seenMs = Date.parse(joined.lastSeen) - Date.parse(joined.firstSeen);
      assert.equal(Math.round(seenMs / 60_000), 60);
      const part = errors.find(({ count }) => count === 1);
      assert.equal(part?.firstSeen, part?.lastSeen);
      assert.equal(part?.status, 'resolved');
    });

    it('goes back to what every list and detail said, byte for byte', async () => {
      const harness = await open();
      await harness.putAll(
        Array.from({ length: 60 }, (_, index) =>
          first(`${['cart', 'mail', 'pay'][index % 3]} ${index % 7}`, index % 5 === 0 ? '/b' : '/'),
        ),
      );
      const { errors } = await harness.errors();
      await harness.store.setStatus(errors[0]?.id ?? '', 'resolved');
      await harness.store.setStatus(errors[1]?.id ?? '', 'ignored');
      // Has what waits to be counted counted: lists tell whom a group affects.
      await harness.facets();
      const before = await readAll(harness);
      await choose(harness, 2);
      await regroup(harness);
      assert.equal((await harness.errors()).total, 6);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await readAll(harness), before);
    });

    it('goes back with what came meanwhile, as if it had never left', async () => {
      const left = await open();
      const stayed = await open();
      const events = Array.from({ length: 80 }, (_, index) => both(`cart ${index % 6}`, index % 4 === 0 ? '/b' : '/'));
      const early = events.slice(0, 40);
      await left.putAll(early);
      await stayed.putAll(early);
      await choose(left, 2);
      await regroup(left);
      await left.putAll(events.slice(40));
      await stayed.putAll(events.slice(40));
      await choose(left, 1);
      await regroup(left);
      assert.deepEqual(await readMembers(left), await readMembers(stayed));
      const facts = ({ errors }: { errors: readonly ErrorGroup[] }): unknown =>
        errors
          .map(({ fingerprint, count, severity, status, firstSeen, lastSeen }) => [
            fingerprint,
            count,
            severity,
            status,
            firstSeen,
            lastSeen,
          ])
          .sort();
      assert.deepEqual(facts(await left.errors()), facts(await stayed.errors()));
    });

    it('takes events in that a thread digested before it heard of the choice', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('cart 2')]);
      await choose(harness, 2);
      await regroup(harness);
      await harness.store.setStatus((await harness.onlyGroup()).id, 'ignored');
      await harness.putAll([first('cart 1'), first('cart 9'), first('cart 1', '/b')]);
      await regroup(harness);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 1 /, cart 2 /, cart 9 /', 'cart 1 /b']);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await readMembers(harness), ['cart 1 /, cart 1 /, cart 1 /b', 'cart 2 /', 'cart 9 /']);
    });

    it('loses nothing of what comes between its steps, whatever is chosen on the way', async () => {
      const harness = await open();
      const { count, some } = await disturb(harness, 7);
      for (const version of [2, 1, 2]) {
        await choose(harness, version);
        let left = 30;
        await regroup(harness, async () => {
          if (left-- > 0) await some();
        });
        await assertGroupedBy(harness, version, count());
      }
    });

    it('chooses for a project before its first event', async () => {
      const harness = await open();
      await choose(harness, 2);
      assert.equal((await readSettings(harness, 'shop')).grouping, 2);
      await harness.putAll([both('cart 1'), both('cart 2')]);
      assert.equal((await harness.onlyGroup()).count, 2);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(toCounts((await harness.errors()).errors), ['cart 1: 1', 'cart 2: 1']);
    });

    it('forgets what it kept when a project is cleared', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('cart 2')]);
      await choose(harness, 2);
      await regroup(harness);
      await harness.store.clear('shop');
      await harness.putAll([both('cart 1'), both('cart 2')]);
      assert.equal((await harness.onlyGroup()).count, 2);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(toCounts((await harness.errors()).errors), ['cart 1: 1', 'cart 2: 1']);
    });
  });
}

/** Random events and choices, and random parts of runs; told by its seed. Answers how many events there are. */
export async function disturb(harness: Harness, seed: number) {
  const random = openRandom(seed);
  const event = (): EventDigest => {
    const [message, url] = [`f${random(4)} ${random(5)}`, random(3) === 0 ? '/b' : '/'];
    return random(3) === 0 ? first(message, url) : both(message, url);
  };
  let count = 0;
  const some = async (): Promise<void> => {
    const events = Array.from({ length: random(4) }, event);
    count += events.length;
    await harness.putAll(events);
  };
  for (let round = 0; round < 30; round++) {
    await some();
    await choose(harness, 1 + random(2));
    for (let steps = random(25); steps > 0; steps--) {
      await some();
      const page = await harness.store.regroup.step(null);
      if (page === null) break;
      if (page.events.length === 0) continue;
      if (random(2) === 0) await some();
      await harness.store.regroup.step({ pageId: page.id, prints: page.events.map(storedPrint) });
    }
  }
  return { count: () => count, some };
}

/** Every event is in a group, and the groups are those of the version. */
export async function assertGroupedBy(harness: Harness, version: number, eventCount: number): Promise<void> {
  const members = await readMembers(harness);
  assert.equal(members.join(', ').split(', ').length, eventCount);
  const keyOf = (member: string): string => {
    const [family = '', number = '', url = ''] = member.split(' ');
    return version === 1 ? `${family} ${number}` : `${family} ${url}`;
  };
  for (const group of members) assert.equal(new Set(group.split(', ').map(keyOf)).size, 1, group);
  assert.equal(new Set(members.map((group) => keyOf(group.split(', ')[0] ?? ''))).size, members.length);
}

/** Whole numbers below a bound, the same for the same seed. */
function openRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * bound);
  };
}
