// How `npm test` divides the tests: each batch is a mocha process of its own. Plain Node.

/** Some say that they time a whole daemon, in a comment of their own: what runs beside them would be measured too. */
const RUNS_ALONE = /^\/\/ Runs alone: /m;

/**
 * The longest batches first, so that none of them is the last to begin. A file belongs to the first group that matches it.
 * A batch is small beside the whole, and large beside the start of what its files share: a browser, the daemon's modules.
 */
const GROUPS = [
  { name: 'dashboard', pattern: /\/test\/dashboard\//, filesMax: 4 },
  { name: 'store', pattern: /\/test\/store\//, filesMax: 5 },
  { name: 'attacks', pattern: /\/test\/attacks\//, filesMax: 3 },
  { name: 'daemon', pattern: /\/test\/(?:daemon|cli)\//, filesMax: 8 },
  { name: 'clients', pattern: /\/test\/clients\//, filesMax: 10 },
  { name: 'parts', pattern: /./, filesMax: 20 },
];

/**
 * The batches that run side by side, then the one that runs alone. `files` are paths of built tests; `read` gives the text
 * of one. Every file is in one batch.
 */
export function toBatches(files, read) {
  const alone = files.filter((file) => RUNS_ALONE.test(read(file)));
  const beside = files.filter((file) => !alone.includes(file));
  const groupOf = (file) => GROUPS.find(({ pattern }) => pattern.test(file));
  return {
    beside: GROUPS.flatMap((group) =>
      deal(
        group,
        beside.filter((file) => groupOf(file) === group),
      ),
    ),
    alone: alone.length === 0 ? [] : [{ name: 'alone', files: alone }],
  };
}

/** Tests that open a gateway, and so run on the other server of it too: those of the gateway itself, and attacks. */
const OPENS_GATEWAY = /\buseGateways\(|\bstartDaemonProcess\(/;
const ON_BOTH_SERVERS = /\/test\/(?:gateway|attacks|daemon)\//;

/** Batches of the tests that run once more on the portable server (docs/adr/0023-two-servers.md), as in `toBatches`. */
export function toPortableBatches(files, read) {
  const again = files.filter((file) => {
    const text = read(file);
    return ON_BOTH_SERVERS.test(file) && OPENS_GATEWAY.test(text) && !RUNS_ALONE.test(text);
  });
  return deal({ name: 'portable', filesMax: 8 }, again);
}

/** How processes end, and the hooks into `node:http`, fetch, the console and the frameworks on them. */
const CLIENT_ON_OTHER_NODES = 'clients/node/(?:ends|incoming|outgoing|frameworks|console-hooks|transport|init|sources)';

/**
 * What differs from Node to Node: SQLite and its crashes, the server and attacks on it, how the Node client hooks into it, and a
 * little of the rest. Together 90 s on two cores, of one core 50 s more for the client and the attacks.
 */
const ON_OTHER_NODES = {
  24: [
    'store/sqlite/(?:sqlite-store|binding|database|soundness)',
    'gateway/(?:server|portable)',
    'daemon/crash',
    'attacks/(?:http|otlp|retries|secrets)',
    CLIENT_ON_OTHER_NODES,
  ],
  22: [
    'store/sqlite/(?:binding|database|soundness|migrations/.+|queries/.+)',
    'gateway/server',
    'daemon/crash',
    'attacks/(?:http|otlp|secrets)',
    CLIENT_ON_OTHER_NODES,
  ],
};

/** The files that each run tests on another Node too; `TEST_NODE` runs all of them. */
export function toOtherNodeFiles(files, major) {
  const pattern = new RegExp(`/test/(?:${ON_OTHER_NODES[major].join('|')})\\.test\\.js$`);
  return files.filter((file) => pattern.test(file));
}

/**
 * What depends on the store, and runs once more on PostgreSQL: crashes of daemons, retries, limits, stalls, and the records
 * themselves; what is kept, and connections that take what a daemon stores with. Together 90 s on one core.
 */
const ON_POSTGRES =
  /\/test\/(?:daemon\/(?:crash|errors|event-batches)|attacks\/(?:retention|retries|project-limits|stalls|storage))\.test\.js$/;

/** Batches of the tests that run once more on the other store (docs/adr/0028-postgresql.md), as in `toBatches`. */
export function toPostgresBatches(files, read) {
  const again = files.filter((file) => ON_POSTGRES.test(file));
  const alone = again.filter((file) => RUNS_ALONE.test(read(file)));
  return {
    beside: deal(
      { name: 'PostgreSQL', filesMax: 6 },
      again.filter((file) => !alone.includes(file)),
    ),
    alone: alone.length === 0 ? [] : [{ name: 'PostgreSQL alone', files: alone }],
  };
}

/** Neighbours test the same feature and take about as long, so each goes to another batch. */
function deal({ name, filesMax }, files) {
  const count = Math.ceil(files.length / filesMax);
  return Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1} of ${count}`,
    files: files.filter((_file, position) => position % count === index),
  }));
}

/**
 * Divides what mocha's dot reporter writes: `signs` is the part of the chunk to show at once, `report` what follows the
 * signs and is kept for the end.
 */
export function splitSigns(chunk) {
  const [signs] = /^[.!,\s]*/.exec(chunk);
  return { signs, report: chunk.slice(signs.length) };
}
