import assert from 'node:assert/strict';
import { join } from 'node:path';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { IS_OTHER_NODE, OTHER_NODE, OTHER_NODE_22 } from '../support/other-node.js';
import { useTempDir } from '../support/temp-dir.js';

interface Line {
  readonly sqlite?: string;
  readonly reason?: string;
}

describe('the SQLite of a daemon', function () {
  this.timeout(30_000);
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  const choose = async (sqlite: string, node = process.execPath): Promise<Line | undefined> => {
    const daemon = await startDaemonProcess(join(dir(), 'service.db'), [], { node, env: { SERVICE_SQLITE: sqlite } });
    assert.equal(await daemon.stop(), 0);
    assert.deepEqual(
      daemon.log.filter((line) => line.includes('Warning')),
      [],
    );
    const found = daemon.log.find((line) => line.includes('"SQLite is loaded"'));
    return found === undefined ? undefined : (JSON.parse(found) as Line);
  };

  it('is told at start, and why, where better-sqlite3 was not compiled for the Node that runs', async function () {
    if (OTHER_NODE_22 === null) this.skip();
    const line = await choose('auto', OTHER_NODE_22);
    assert.equal(line?.sqlite, 'node');
    assert.match(line.reason ?? '', /better-sqlite3 is not for Node v22/);
  });

  it("is Node's own from 24 on, which better-sqlite3 can abort, and nothing else is taken there", async function () {
    if (OTHER_NODE === null) this.skip();
    const line = await choose('auto', OTHER_NODE);
    assert.equal(line?.sqlite, 'node');
    assert.match(line.reason ?? '', /can abort a process of Node 24/);
    await assert.rejects(choose('better-sqlite3', OTHER_NODE), /can abort a process of Node 24.*Leave the choice/);
  });

  it('is told without a reason where it was asked for', async () => {
    const sqlite = IS_OTHER_NODE ? 'node' : 'better-sqlite3';
    assert.deepEqual([(await choose(sqlite))?.sqlite, (await choose(sqlite))?.reason], [sqlite, undefined]);
  });

  it('is missing where neither is there, and the daemon says what to do', async function () {
    if (OTHER_NODE_22 === null) this.skip();
    await assert.rejects(choose('node'), /SQLite is in Node 22\.16 and newer\. Leave the choice/);
    await assert.rejects(
      choose('better-sqlite3', OTHER_NODE_22),
      /`npm --prefix ".+better-sqlite3" run install`.*compiler/,
    );
  });
});
