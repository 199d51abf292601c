import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../dashboard/src/', import.meta.url));

/** What is meant for every page. */
const GLOBAL = /^styles\//;
const COMMENT = /\/\*[^]*?\*\//g;
/** `.name`, alone or in a state of it: a selector that reaches whatever carries the class. */
const CLASS_ALONE = /^\.([\w-]+)(?:\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?)*$/;
const ELEMENT_ALONE = /^[a-z][\w-]*(?:[:[][^ ]*)?$/;

interface Selector {
  readonly file: string;
  readonly text: string;
}

function readSelectors(): readonly Selector[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  return files
    .filter((file) => !GLOBAL.test(file))
    .flatMap((file) => {
      const css = readFileSync(SOURCE + file, 'utf8').replace(COMMENT, '');
      return [...css.matchAll(/([^{};]+)\{/g)]
        .flatMap(([, list = '']) => (list.trim().startsWith('@') ? [] : list.split(',')))
        .map((text) => ({ file, text: text.trim() }));
    });
}

describe('the style sheets of the dashboard', () => {
  it('style each class in one file, because those of all pages are loaded side by side', () => {
    const owners = new Map<string, Set<string>>();
    for (const { file, text } of readSelectors()) {
      const name = CLASS_ALONE.exec(text)?.[1];
      if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
    const shared = [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '));
    assert.ok(owners.size > 300, 'the classes are found');
    assert.deepEqual(shared, []);
  });

  it('style no element for every page but in styles/', () => {
    const words = /^(from|to|\d+%)$/;
    const found = readSelectors().filter(({ text }) => ELEMENT_ALONE.test(text) && !words.test(text));
    assert.deepEqual(found, []);
  });
});
