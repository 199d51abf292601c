import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
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

/** A file and all that it imports before it runs. */
function readImported(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  if (file.endsWith('.css')) return known;
  const text = readFileSync(SOURCE + file, 'utf8');
  for (const [, path = ''] of text.matchAll(/^import (?!type)[^;]*?'(\.[^']+)';/gm)) {
    if (!path.includes('/schemas/')) readImported(join(dirname(file), path), known);
  }
  return known;
}

/** What is loaded when it is first needed: pages, dialogs, menus. */
function readLazyFiles(): readonly string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(SOURCE + file, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
}

/** What a media query of colours may change: how something is drawn, not where it is or whether it is there. */
const DRAWN =
  /^(?:--[\w-]+|color|color-scheme|fill|stroke|background(?:-color)?|border(?:-[\w-]+)?|outline(?:-[\w-]+)?|box-shadow|forced-color-adjust)$/;
const COLOR_QUERY = /@media[^{]*(?:forced-colors|prefers-color-scheme)[^{]*\{/g;

/** The names of what is declared in media queries of colours. */
function readDeclaredByColors(css: string): readonly string[] {
  return [...css.matchAll(COLOR_QUERY)].flatMap(({ 0: head, index }) => {
    const from = index + head.length;
    let depth = 1;
    let to = from;
    for (; depth > 0 && to < css.length; to += 1) depth += { '{': 1, '}': -1 }[css.charAt(to)] ?? 0;
    return [...css.slice(from, to).matchAll(/(?<=[{;]\s*)([\w-]+)\s*:/g)].map(([, name = '']) => name);
  });
}

function readClassNames(file: string): readonly string[] {
  const attributes = readFileSync(SOURCE + file, 'utf8').matchAll(/class(?:Name)?="([^"]+)"/gi);
  return [...attributes].flatMap(([, names = '']) => names.split(' '));
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

  it('come with whatever uses them, not with what happened to be loaded before', () => {
    const owners = new Map(readSelectors().map(({ file, text }) => [CLASS_ALONE.exec(text)?.[1], file]));
    const always = readImported('main.tsx');
    const missing = new Set<string>();
    for (const entry of ['main.tsx', ...readLazyFiles()]) {
      const imported = readImported(entry);
      for (const file of [...imported].filter((name) => name.endsWith('.tsx'))) {
        for (const name of readClassNames(file)) {
          const sheet = owners.get(name);
          if (sheet === undefined || imported.has(sheet) || always.has(sheet)) continue;
          missing.add(`${entry}: ${file} uses ${name} of ${sheet}`);
        }
      }
    }
    assert.deepEqual([...missing], []);
  });

  it('style no element for every page but in styles/', () => {
    const words = /^(from|to|\d+%)$/;
    const found = readSelectors().filter(({ text }) => ELEMENT_ALONE.test(text) && !words.test(text));
    assert.deepEqual(found, []);
  });

  it('change by the colours that the system chooses what is drawn alone: pages are searched for other faults in light only', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
    const declared = files.flatMap((file) =>
      readDeclaredByColors(readFileSync(SOURCE + file, 'utf8').replace(COMMENT, '')).map((name) => ({ file, name })),
    );
    assert.ok(declared.length > 20, 'the media queries are found');
    assert.deepEqual(
      declared.filter(({ name }) => !DRAWN.test(name)),
      [],
    );
  });
});
