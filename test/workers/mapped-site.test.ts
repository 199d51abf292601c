import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EventPayload } from '../../schemas/event.js';
import { DEV_SERVER_MS_MAX, MAPPED_SITE_CHARS_MAX, SOURCE_FOLDER_LOOK_MS } from '../../src/limits.js';
import { normalizeEvent } from '../../src/workers/domain/normalize.js';
import { redactEvent } from '../../src/workers/domain/redact.js';
import { DEFAULT_RULES } from '../../src/workers/domain/redact-rules.js';
import { toMappedSite } from '../../src/workers/mapped-site.js';
import { toSite } from '../../src/workers/site.js';
import { openDevServers } from '../../src/workers/source-maps/dev-server.js';
import { openMapBook } from '../../src/workers/source-maps/map-book.js';
import { toPlaces } from '../../src/workers/source-maps/places.js';
import { useTempDir } from '../support/temp-dir.js';

describe('a site with source maps', () => {
  const dir = useTempDir();
  const time = { ms: 0 };
  const open = () => {
    const nowMs = (): number => time.ms;
    const book = openMapBook({ nowMs, fetchFile: () => null });
    return { book, nowMs, placesOf: () => undefined };
  };
  const places = () => toPlaces([dir()]);
  let sites = 0;
  const print = (frameCount: number, maps = open(), message = `m ${(sites += 1)}`) => {
    const stackFrames = Array.from({ length: frameCount }, () => ({
      filename: join(dir(), 'a.js'),
      lineno: 1,
      colno: 1,
    }));
    const payload: EventPayload = { type: 'Error', message, source: 'frontend', stackFrames };
    const facts = { receivedAtMs: 1, newId: () => 'id', projectName: 'shop', correlationId: null };
    const event = redactEvent(normalizeEvent(payload, facts), DEFAULT_RULES);
    const digest = () => {
      // Known from the second time on.
      toSite(payload, DEFAULT_RULES);
      const digested = toSite(payload, DEFAULT_RULES);
      const mapped = toMappedSite({ payload, event, digested, rules: DEFAULT_RULES }, maps, places());
      return { site: mapped.digested.site, second: mapped.print };
    };
    return { first: digest(), second: digest(), digest };
  };
  const put = (line: string): void => {
    mkdirSync(dir(), { recursive: true });
    writeFileSync(join(dir(), 'a.js'), 'throw 1');
    const map = { version: 3, sources: ['a.ts'], sourcesContent: [line], names: [], mappings: 'AAAA' };
    writeFileSync(join(dir(), 'a.js.map'), JSON.stringify(map));
  };

  it('is remembered up to a size', () => {
    put('x'.repeat(400));
    const small = print(1);
    assert.ok((small.first.site.stack?.text.length ?? 0) <= MAPPED_SITE_CHARS_MAX);
    assert.equal(small.first.site, small.second.site);
    put(`${'x'.repeat(500)}\n`.repeat(20));
    const larger = print(50);
    assert.ok((larger.first.site.stack?.text.length ?? 0) > MAPPED_SITE_CHARS_MAX);
    assert.notEqual(larger.first.site, larger.second.site);
  });

  it('is looked at again after a while where a frame had no map', () => {
    const maps = open();
    const made = print(1, maps);
    assert.doesNotMatch(made.first.site.stack?.text ?? '', /minified/);
    put('line');
    time.ms += SOURCE_FOLDER_LOOK_MS - 1;
    assert.doesNotMatch(made.digest().site.stack?.text ?? '', /minified/);
    time.ms += 1;
    assert.match(made.digest().site.stack?.text ?? '', /minified/);
  });

  it('keeps the fingerprint of version 1 beside that of the mapped frames', () => {
    put('line');
    const { first } = print(1);
    assert.equal(first.site.fingerprintVersion, 1);
    assert.equal(first.second.fingerprintVersion, 3);
    assert.match(first.site.grouping, /a\.js/);
    assert.match(first.second.grouping, /a\.ts/);
  });
});

describe('a dev server', () => {
  it('that does not answer in time is given up, and no other host is asked', async () => {
    // This thread waits, so nobody answers.
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const fetchFile = openDevServers();
      const startMs = performance.now();
      assert.equal(fetchFile(`http://localhost:${port}/a.js`, 1000), null);
      assert.ok(performance.now() - startMs >= DEV_SERVER_MS_MAX - 50);
      for (const address of ['http://example.com/a.js', 'http://localhost.example.com/a.js', 'file:///etc/passwd'])
        assert.equal(fetchFile(address, 1000), null, address);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
