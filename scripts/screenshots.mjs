// `npm run screenshots [directory] [width]`: pictures of every page in both themes, of a daemon with demo data whose clock,
// and that of the browser, begin at a fixed moment. The same data at the same time make the same pictures.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { prepare } from './prepare.mjs';
import { FEATURED_CORRELATION, FEATURED_MESSAGE, PROJECTS, toDemoData } from './screenshots-data.mjs';
import { toSmallPng } from './screenshots-png.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [directory = join(root, 'docs', 'screenshots'), width = '1440'] = process.argv.slice(2);

const NOW_MS = Date.parse('2026-03-18T14:26:00Z');
const WEEK_MS = 7 * 24 * 3_600_000;
/** What the pictures show as the address, whichever port was free. */
const SHOWN_HOST = 'localhost:3800';
const BATCH = 200;
const CALLS_AT_ONCE = 16;

await prepare('daemon');
mkdirSync(directory, { recursive: true });
const home = mkdtempSync(join(tmpdir(), 'errord-'));
let daemon = await startDaemon(NOW_MS - WEEK_MS);
try {
  await takeAll([{ name: 'first-run', path: '/' }]);
  // Projects are as old as their first record: it comes a week before the others.
  await call('/api/logs/batch', {
    body: PROJECTS.map((projectId) => ({ level: 'info', message: 'started', projectId })),
  });
  await stopDaemon();
  daemon = await startDaemon(NOW_MS);
  await seed(toDemoData(NOW_MS));
  await takeAll(await toPictures());
} finally {
  await stopDaemon();
  rmSync(home, { recursive: true, force: true });
}

/** Every page that the dashboard lists; one that stands for a thing shows the featured one. */
async function toPictures() {
  const source = readFileSync(join(root, 'dashboard', 'src', 'app', 'pages.ts'), 'utf8');
  const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
  const { errors } = await call(`/api/errors?search=${encodeURIComponent(FEATURED_MESSAGE)}`);
  const { requests } = await call(`/api/requests?correlationId=${FEATURED_CORRELATION}`);
  const { logs } = await call(`/api/logs?correlationId=${FEATURED_CORRELATION}`);
  const { releases } = await call(`/api/releases?projectId=${errors[0]?.projectId}`);
  // Of the requests the oldest, in which the others happened.
  const ids = {
    errors: errors[0]?.id,
    requests: requests.at(-1)?.id,
    logs: logs[0]?.id,
    // Named, as the address of its page is.
    releases: encodeURIComponent(releases[0]?.release ?? ''),
  };
  return paths.map((path) => {
    const [section = ''] = path.split('/').slice(1);
    if (!path.includes(':')) return { name: section || 'overview', path };
    return { name: `${section.replace(/s$/, '')}-detail`, path: path.replace(/:\w+/, ids[section]) };
  });
}

async function takeAll(pictures) {
  const browser = await startBrowser(daemon.port);
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      colorScheme,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      viewport: { width: Number(width), height: 900 },
    });
    for (const { name, path } of pictures)
      await take(context, { path, file: join(directory, `${name}-${colorScheme}.png`) });
    await context.close();
  }
  await browser.close();
}

async function take(context, { path, file }) {
  const page = await context.newPage();
  // A browser without a window refuses notifications; the others are asked first.
  await page.addInitScript('Object.defineProperty(Notification, "permission", { value: "default" })');
  // A little later than the daemon's clock: nothing that is shown lies ahead.
  await page.clock.setFixedTime(NOW_MS + 20_000);
  await page.goto(`http://${SHOWN_HOST}${path}`);
  await page.locator('.connection[data-state="live"]').waitFor();
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))');
  const png = toSmallPng(await page.screenshot());
  writeFileSync(file, png);
  process.stdout.write(`${file} ${Math.ceil(png.length / 1024)} KB\n`);
  await page.close();
}

async function seed({ events, requests, logs, statuses }) {
  for (const [path, records] of [
    ['/api/events/batch', events],
    ['/api/logs/batch', logs],
  ]) {
    for (let at = 0; at < records.length; at += BATCH) await call(path, { body: records.slice(at, at + BATCH) });
  }
  for (let at = 0; at < requests.length; at += CALLS_AT_ONCE) {
    await Promise.all(requests.slice(at, at + CALLS_AT_ONCE).map((body) => call('/api/events/request', { body })));
  }
  const { errors } = await call('/api/errors?pageSize=100');
  for (const { message, status } of statuses) {
    const { id } = errors.find((group) => group.message === message);
    await call(`/api/errors/${id}`, { method: 'PATCH', body: { status } });
  }
}

async function call(path, { body, method = body === undefined ? 'GET' : 'POST' } = {}) {
  const response = await fetch(`http://127.0.0.1:${daemon.port}${path}`, { method, body: JSON.stringify(body) });
  if (!response.ok || response.status === 207) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The clock is shifted before anything of the daemon runs; its threads take the same option. */
async function startDaemon(atMs) {
  const clock = `const { now } = Date; Date.now = () => now() + (${atMs - Date.now()});`;
  const flags = ['--host', '127.0.0.1', '--port', '0', '--db-path', join(home, 'service.db')];
  const args = [`--import=data:text/javascript,${encodeURIComponent(clock)}`, join(root, 'dist/src/cli.js'), ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /listens on http:\S+:(\d+)/.exec(line)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error('the daemon did not start')));
  });
  return { child, ended, port };
}

async function stopDaemon() {
  daemon.child.kill();
  await daemon.ended;
}

/** The browser of the tests, which takes the daemon for the one at the shown address. */
async function startBrowser(port) {
  const args = [`--host-resolver-rules=MAP ${SHOWN_HOST} 127.0.0.1:${port}`];
  if (process.platform !== 'linux' || process.arch !== 'x64') return playwright.launch({ channel: 'chrome', args });
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...args, '--no-sandbox', '--disable-gpu'],
  });
}
