// Makes a database as a build writes it, for test/store/sqlite/migrations/fixtures.test.ts:
//   node scripts/make-database-fixture.mjs <root of a built errord> <name of the fixture>
// Run it with the build whose schema is released, and commit the file. It holds what the test expects of each fixture.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [, , build, name] = process.argv;
if (build === undefined || name === undefined) {
  throw new Error('usage: node scripts/make-database-fixture.mjs <root of a built errord> <name>');
}
const dir = mkdtempSync(join(tmpdir(), 'errord-fixture-'));
const dbPath = join(dir, 'service.db');
const daemon = spawn(
  process.execPath,
  [
    resolve(build, 'dist/src/cli.js'),
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--db-path',
    dbPath,
    '--log-level',
    'error',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const exited = once(daemon, 'exit');
try {
  await fill(await listeningUrl());
  daemon.kill('SIGTERM');
  await exited;
  const target = new URL(`../test/fixtures/databases/${name}.db.gz`, import.meta.url);
  writeFileSync(target, gzipSync(readFileSync(dbPath), { level: 9 }));
} finally {
  daemon.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
}

/** Two projects; three groups, one of them resolved; events with and without stacks; requests and logs. */
async function fill(url) {
  const call = async (path, body, method = 'POST') => {
    const answer = await fetch(url + path, { method, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  for (let index = 0; index < 12; index += 1) await call('/api/events', cartFailure(index));
  await call('/api/events', billingFailure());
  const { fingerprint } = await call('/api/events', {
    ...billingFailure(),
    eventId: '0b7d2c5e9a414f6d8c3e1f20a6b4d798',
    message: 'invoice is void',
  });
  const { errors } = await (await fetch(`${url}/api/errors`)).json();
  const group = errors.find((one) => one.fingerprint === fingerprint);
  await call(`/api/errors/${group.id}`, { status: 'resolved' }, 'PATCH');
  for (let index = 0; index < 5; index += 1) await call('/api/events/request', checkout(index));
  for (let index = 0; index < 4; index += 1) await call('/api/logs', line(index));
}

function cartFailure(index) {
  return {
    eventId: `fixture-cart-${index}`,
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    source: 'backend',
    projectId: 'shop',
    correlationId: `fixture-correlation-${index % 3}`,
    stack:
      "TypeError: Cannot read properties of undefined (reading 'total')\n    at renderCart (/app/src/cart.ts:42:7)",
    stackFrames: [{ filename: '/app/src/cart.ts', function: 'renderCart', lineno: 42, colno: 7, inApp: true }],
    environment: { runtime: 'node', nodeVersion: '20.20.2', os: 'linux', arch: 'x64' },
    extra: { index },
  };
}

function billingFailure() {
  return {
    eventId: '6f1f0a52-3c9b-4e0f-9d0b-2a7c5e8b1d34',
    type: 'RangeError',
    message: 'amount is below zero',
    source: 'backend',
    projectId: 'billing',
    request: { method: 'POST', url: '/invoices/7?draft=1', statusCode: 500, duration: 12.5 },
    user: { id: 'u-7', username: 'Ada' },
  };
}

function checkout(index) {
  return {
    method: 'POST',
    url: `/api/checkout?step=${index}`,
    statusCode: index === 0 ? 500 : 201,
    duration: 10 + index,
    projectId: 'shop',
    recordId: `5a0e6d1c-7b24-4c8f-b1d9-00000000000${index}`,
    headers: { 'content-type': 'application/json' },
    requestBody: JSON.stringify({ step: index }),
  };
}

function line(index) {
  return {
    level: index === 0 ? 'warn' : 'info',
    message: `fixture line ${index}`,
    source: 'backend',
    projectId: 'billing',
    recordId: `c2f4b8a6-91d3-4e57-8a0c-00000000000${index}`,
    extra: { index },
  };
}

async function listeningUrl() {
  for await (const chunk of daemon.stdout) {
    const url = /listens on (http:\S+)/.exec(String(chunk))?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the daemon ended before it listened');
}
