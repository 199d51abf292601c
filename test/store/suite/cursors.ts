import { strict as assert } from 'node:assert';
import { at, eventDigest, HOUR_MS, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const NOW_MS = Date.now();

interface Page {
  readonly names: readonly string[];
  readonly next?: string | undefined;
}

/** Reads on behind each page until nothing follows. */
async function readAll(read: (before: string | undefined) => Promise<Page>): Promise<string[][]> {
  const pages: string[][] = [];
  let before: string | undefined;
  do {
    const { names, next } = await read(before);
    pages.push([...names]);
    before = next;
  } while (before !== undefined);
  return pages;
}

export function describeCursors(open: Open): void {
  describe('a cursor that the store has not given out', () => {
    for (const before of ['a', 'a.b.c', '.', '!.!', 'x'.repeat(128)]) {
      it(`is refused with invalid_cursor: ${before.slice(0, 8)}`, async () => {
        const { errors, requests } = await open();
        await assert.rejects(errors({ before }), { code: 'invalid_cursor' });
        await assert.rejects(requests({ before, projectId: 'nobody named it' }), { code: 'invalid_cursor' });
      });
    }
  });

  describe('a list of error groups read on from a cursor', () => {
    const openFilled = async () => {
      const harness = await open();
      // Three share each time, one of them before 1970.
      await harness.putAll(
        times(9, (index) =>
          eventDigest({ message: `m${index}`, ...at(index < 6 ? NOW_MS - Math.floor(index / 3) * HOUR_MS : -1000) }),
        ),
      );
      const read = async (before: string | undefined, query: { projectId?: string; search?: string } = {}) => {
        const { errors, next } = await harness.errors({
          pageSize: 2,
          ...query,
          ...(before !== undefined && { before }),
        });
        return { names: errors.map(({ message }) => message), next };
      };
      return { ...harness, read };
    };

    it('tells the total of all behind every cursor, also where a page is not full', async () => {
      const { errors } = await openFilled();
      const totals: number[] = [];
      let before: string | undefined;
      do {
        const page = await errors({ pageSize: 4, ...(before !== undefined && { before }) });
        totals.push(page.total);
        before = page.next;
      } while (before !== undefined);
      assert.deepEqual(totals, [9, 9, 9]);
    });

    it('holds every group once, in the order of the pages', async () => {
      const { read, errors } = await openFilled();
      const whole = (await errors()).errors.map(({ message }) => message);
      assert.deepEqual((await readAll(read)).flat(), whole);
      assert.deepEqual((await readAll((before) => read(before, { projectId: 'shop', search: 'm' }))).flat(), whole);
    });

    it('repeats no group that moves up, and skips none that stays, while events come in', async () => {
      const { read, put } = await openFilled();
      const seen: string[] = [];
      let laterMs = NOW_MS + HOUR_MS;
      const pages = await readAll(async (before) => {
        const page = await read(before);
        seen.push(...page.names);
        // A group that was read moves to the top, and a new one comes in above all.
        laterMs += 1;
        await put(eventDigest({ message: page.names[0] ?? 'm0', ...at(laterMs) }));
        await put(eventDigest({ message: `new ${laterMs}`, ...at(laterMs) }));
        return page;
      });
      assert.equal(new Set(seen).size, seen.length);
      assert.deepEqual(
        pages.flat().sort(),
        times(9, (index) => `m${index}`),
      );
    });

    it('has the total of the whole list on each page', async () => {
      const { errors } = await openFilled();
      const { next = '' } = await errors({ pageSize: 5 });
      const rest = await errors({ pageSize: 5, before: next });
      assert.deepEqual([rest.errors.length, rest.total, rest.next], [4, 9, undefined]);
    });

    it('is empty behind a place that no row had before', async () => {
      const { errors } = await openFilled();
      assert.deepEqual((await errors({ before: '-zzzzzzzzzzz.0' })).errors, []);
      assert.equal((await errors({ before: 'zzzzzzzzzzz.zzzzzzzzzzz' })).errors.length, 9);
    });
  });

  describe('a list of requests read on from a cursor', () => {
    it('holds every request once while others come in', async () => {
      const { putAll, put, requests } = await open();
      await putAll(
        times(7, (index) => requestDigest({ url: `/${index}`, ...at(NOW_MS - (index % 2)), statusCode: 500 })),
      );
      for (const filter of [{}, { failing: 'true' }, { method: 'POST' }] as const) {
        const pages = await readAll(async (before) => {
          const found = await requests({ pageSize: 3, ...filter, ...(before !== undefined && { before }) });
          await put(requestDigest({ url: '/new', ...at(NOW_MS + HOUR_MS) }));
          return { names: found.requests.map(({ url }) => url), next: found.next };
        });
        const old = pages.flat().filter((url) => url !== '/new');
        assert.deepEqual(
          old.sort(),
          times(7, (index) => `/${index}`),
        );
      }
    });
  });
}
