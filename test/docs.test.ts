import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseOptions } from '../src/config.js';
import { PACKAGE_ROOT } from '../src/package.js';

const read = (path: string) => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');
const pages = ['README.md', 'CHANGELOG.md'].concat(
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

  it('give a reason for every dependency', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
    const page = read('docs/dependencies.md');
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const isListed = page.includes(name) || (name.startsWith('@types/') && page.includes('@types/*'));
      assert.ok(isListed, name);
    }
  });
});
