import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseOptions } from '../src/config.js';
import { PACKAGE_ROOT } from '../src/package.js';

const read = (path: string) => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/results/profile.md'].concat(
  readdirSync(new URL('docs/', PACKAGE_ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

describe('documents', () => {
  it('link only to files that are there', () => {
    for (const page of pages) {
      for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        const url = new URL(target, new URL(page, PACKAGE_ROOT));
        assert.ok(existsSync(url), `${page} links to ${target}`);
      }
    }
  });

  it('link to nothing else in the package of a client, which brings one page along', () => {
    for (const client of ['node', 'browser']) {
      assert.doesNotMatch(read(`clients/${client}/README.md`), /\]\((?!https?:|#)/, client);
    }
  });

  it('name only files that are there', () => {
    for (const page of pages) {
      for (const [, path = ''] of read(page).matchAll(
        /`((?:src|test|docs|deploy|scripts|schemas|bench)\/[\w./-]+)`/g,
      )) {
        assert.ok(existsSync(new URL(path, PACKAGE_ROOT)), `${page} names ${path}`);
      }
    }
  });

  it('are all reached from the README', () => {
    const readme = read('README.md');
    for (const page of pages.filter((path) => /^docs\/[^/]+$/.test(path))) assert.ok(readme.includes(page), page);
  });

  it('say in the README what is kept, and how to change it', () => {
    const { retentionDays, maxDbSizeMb } = parseOptions({});
    const readme = read('README.md');
    for (const fact of [`${retentionDays} days`, `${maxDbSizeMb} MB`, '--retention-days', '--max-db-size-mb']) {
      assert.ok(readme.includes(fact), fact);
    }
  });

  it('give a reason for every dependency, and for nothing else', () => {
    const { overrides, ...manifest } = JSON.parse(read('package.json')) as Record<string, object>;
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    // A build script imports what an override pins.
    const pinned = Object.entries(overrides ?? {}).filter(([, version]) => typeof version === 'string');
    const names = Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...Object.fromEntries(pinned),
    }).map((name) => name.replace(/^@types\/.*/, '@types/*'));
    // The first cell of a row names one package, or several.
    const listed = [...read('docs/dependencies.md').matchAll(/^\| ([^|]+?) +\|/gm)]
      .flatMap(([, cell = '']) => cell.split(', '))
      .filter((name) => name !== 'package' && !name.startsWith('-'));
    assert.deepEqual(listed.sort(), [...new Set(names)].sort());
  });
});
