// The build keeps the style (docs/style.md): reads every source file and fails on an arrow that the table below does not
// allow, on cycles, on words that are banned, and on files that nobody uses.

import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file belongs to the first layer that matches its path. */
const LAYERS = {
  /** Words, limits and functions that import nothing else: for every thread, for applications and browsers. */
  anywhere:
    /^(schemas\/(limits|words|group-query|typed-query|event-query|log-query)|src\/(constants|frame-packages|slice-text|terminal-codes|sdk-addresses))\.ts$/,
  schemas: /^schemas\//,
  daemon: /^src\/(daemon|serving|maintenance|open-store|regrouping|rules-preview|database-tools)\.ts$/,
  cli: /^src\/(cli\.ts$|cli\/)/,
  /** What an id names and what belongs to it, over any way to ask. */
  lookup: /^src\/lookup\//,
  mcp: /^src\/mcp\//,
  domain: /^src\/workers\/domain\//,
  'workers client': /^src\/workers\/(pool|rule-share|task-watch|fingerprinter)\.ts$/,
  dialects: /^src\/workers\/dialects\//,
  workers: /^src\/workers\//,
  answers: /^src\/answers\//,
  'store port': /^src\/store\/[^/]+\.ts$/,
  'sqlite client': /^src\/store\/sqlite\/(sqlite-store|[a-z]+\/[a-z]+-client)\.ts$/,
  'sqlite limits': /^src\/store\/sqlite\/limits\.ts$/,
  'sqlite binding': /^src\/store\/sqlite\/binding\//,
  /** Whole work on a database file, for the command line; no thread runs it. */
  'sqlite tools': /^src\/store\/sqlite\/(backup|restore|verify)\.ts$/,
  sqlite: /^src\/store\/sqlite\//,
  'postgres client': /^src\/store\/postgres\/(postgres-store|prepare-database|[a-z]+\/[a-z]+-client)\.ts$/,
  'postgres limits': /^src\/store\/postgres\/limits\.ts$/,
  /** Where the database is, without who logs in. */
  'postgres address': /^src\/store\/postgres\/address\.ts$/,
  postgres: /^src\/store\/postgres\//,
  /** Whole work between two databases, for the command line. */
  transfer: /^src\/store\/transfer\//,
  /** Decides what is told of errors, and tells it. */
  alerts: /^src\/alerts\//,
  gateway: /^src\/gateway\//,
  leaf: /^src\/[^/]+\.ts$/,
  'dashboard base': /^dashboard\/src\/(store|preferences|base-path)\.ts$/,
  'dashboard keyboard': /^dashboard\/src\/keyboard\//,
  'dashboard router': /^dashboard\/src\/router\//,
  'dashboard api': /^dashboard\/src\/api\//,
  'dashboard feed': /^dashboard\/src\/feed\//,
  'dashboard ui': /^dashboard\/src\/ui\//,
  'dashboard filters': /^dashboard\/src\/filters\//,
  'dashboard lists': /^dashboard\/src\/lists\//,
  'dashboard error list': /^dashboard\/src\/error-list\//,
  'dashboard charts': /^dashboard\/src\/charts\//,
  'dashboard facets': /^dashboard\/src\/facets\//,
  /** The first sight of releases, as charts of other pages mark it. */
  'dashboard marks': /^dashboard\/src\/releases\/use-release-marks\.ts$/,
  'dashboard trends': /^dashboard\/src\/trends\//,
  'dashboard editor': /^dashboard\/src\/editor\//,
  'dashboard undo': /^dashboard\/src\/undo\//,
  'dashboard status': /^dashboard\/src\/status\//,
  'dashboard merge': /^dashboard\/src\/merge\//,
  'dashboard correlation': /^dashboard\/src\/correlation\//,
  'dashboard notifications': /^dashboard\/src\/notifications\//,
  'overview page': /^dashboard\/src\/overview\//,
  'errors page': /^dashboard\/src\/errors\//,
  'error page': /^dashboard\/src\/error-detail\//,
  'requests page': /^dashboard\/src\/requests\//,
  'logs page': /^dashboard\/src\/logs\//,
  'projects page': /^dashboard\/src\/projects\//,
  'settings page': /^dashboard\/src\/settings\//,
  'first-run page': /^dashboard\/src\/first-run\//,
  'audit page': /^dashboard\/src\/audit\//,
  'releases page': /^dashboard\/src\/releases\//,
  'login page': /^dashboard\/src\/login\//,
  'dashboard app': /^dashboard\/src\/(main\.tsx$|app\/)/,
  'client core': /^clients\/core\//,
  client: /^clients\/(node|browser)\/src\//,
} as const;

type Layer = keyof typeof LAYERS;

interface Allowed {
  readonly values: readonly Layer[];
  /** What may be named in `import type` only. */
  readonly types: readonly Layer[];
}

/** What the pages of the dashboard share. None of it knows a page. */
const ROOMS = [
  'dashboard base',
  'dashboard keyboard',
  'dashboard router',
  'dashboard api',
  'dashboard feed',
  'dashboard ui',
  'dashboard filters',
  'dashboard lists',
  'dashboard error list',
  'dashboard charts',
  'dashboard trends',
  'dashboard facets',
  'dashboard marks',
  'dashboard editor',
  'dashboard undo',
  'dashboard status',
  'dashboard merge',
  'dashboard correlation',
  'dashboard notifications',
] as const satisfies readonly Layer[];

const PAGES = [
  'overview page',
  'errors page',
  'error page',
  'requests page',
  'logs page',
  'projects page',
  'settings page',
  'first-run page',
  'audit page',
  'releases page',
  'login page',
] as const satisfies readonly Layer[];

/** One page of the dashboard: it knows no other, and is known to the frame around it alone. */
const PAGE: Allowed = { values: ['anywhere', ...ROOMS], types: ['schemas'] };

/** What each layer may import besides itself. */
const ARROWS: Record<Layer, Allowed> = {
  anywhere: { values: [], types: [] },
  schemas: { values: ['anywhere'], types: [] },
  leaf: { values: ['anywhere', 'schemas'], types: [] },
  domain: { values: ['anywhere', 'leaf'], types: ['schemas'] },
  dialects: { values: ['anywhere', 'schemas', 'leaf', 'domain'], types: [] },
  workers: { values: ['domain', 'dialects', 'anywhere', 'schemas', 'leaf'], types: [] },
  'workers client': { values: ['anywhere', 'leaf'], types: ['schemas'] },
  'store port': { values: [], types: ['anywhere', 'schemas', 'leaf'] },
  answers: { values: ['anywhere', 'schemas', 'leaf'], types: [] },
  'sqlite limits': { values: ['anywhere'], types: [] },
  'sqlite binding': { values: ['anywhere', 'leaf'], types: ['schemas'] },
  'sqlite client': {
    values: ['anywhere', 'leaf', 'sqlite limits', 'sqlite binding'],
    types: ['schemas', 'store port', 'sqlite'],
  },
  sqlite: {
    values: ['anywhere', 'schemas', 'leaf', 'answers', 'sqlite limits', 'sqlite binding'],
    types: ['store port'],
  },
  'sqlite tools': { values: ['anywhere', 'leaf', 'sqlite', 'sqlite limits', 'sqlite binding'], types: [] },
  'postgres limits': { values: ['anywhere'], types: [] },
  'postgres address': { values: [], types: [] },
  'postgres client': {
    values: ['anywhere', 'leaf', 'postgres limits', 'postgres address', 'postgres'],
    types: ['schemas', 'store port'],
  },
  postgres: {
    values: ['anywhere', 'schemas', 'leaf', 'answers', 'postgres limits', 'postgres address', 'sqlite'],
    types: ['store port'],
  },
  transfer: {
    values: ['anywhere', 'leaf', 'answers', 'sqlite', 'sqlite tools', 'sqlite limits', 'postgres', 'postgres address'],
    types: [],
  },
  lookup: { values: ['anywhere', 'schemas', 'leaf'], types: [] },
  mcp: { values: ['anywhere', 'schemas', 'leaf', 'lookup'], types: [] },
  gateway: {
    values: ['anywhere', 'schemas', 'leaf', 'dialects', 'lookup', 'mcp'],
    types: ['store port', 'workers client', 'lookup', 'alerts'],
  },
  alerts: { values: ['anywhere', 'leaf'], types: ['schemas', 'store port'] },
  daemon: {
    values: [
      'anywhere',
      'schemas',
      'leaf',
      'gateway',
      'alerts',
      'sqlite binding',
      'sqlite client',
      'sqlite tools',
      'postgres client',
      'postgres address',
      'transfer',
      'workers client',
    ],
    types: ['store port'],
  },
  cli: { values: ['anywhere', 'schemas', 'leaf', 'daemon', 'lookup', 'mcp'], types: [] },
  'dashboard base': { values: [], types: [] },
  'dashboard keyboard': { values: ['dashboard base'], types: [] },
  'dashboard router': { values: ['anywhere', 'dashboard base'], types: [] },
  'dashboard api': { values: ['anywhere', 'dashboard base'], types: ['schemas', 'dashboard router'] },
  'dashboard feed': { values: ['dashboard base', 'dashboard api'], types: ['schemas'] },
  'dashboard ui': { values: ['anywhere', 'dashboard base', 'dashboard api'], types: ['schemas'] },
  'dashboard filters': { values: ['anywhere', 'dashboard router', 'dashboard ui'], types: [] },
  'dashboard lists': {
    values: ['dashboard router', 'dashboard api', 'dashboard feed', 'dashboard ui', 'dashboard keyboard'],
    types: ['schemas'],
  },
  'dashboard error list': {
    values: [
      'anywhere',
      'schemas',
      'dashboard router',
      'dashboard api',
      'dashboard feed',
      'dashboard ui',
      'dashboard filters',
      'dashboard lists',
    ],
    types: [],
  },
  'dashboard charts': { values: ['dashboard base', 'dashboard ui'], types: ['dashboard router'] },
  'dashboard trends': {
    values: ['anywhere', 'dashboard api', 'dashboard ui'],
    types: ['schemas', 'dashboard router'],
  },
  'dashboard marks': { values: ['anywhere', 'dashboard api'], types: ['dashboard charts'] },
  'dashboard facets': { values: ['dashboard router', 'dashboard ui'], types: ['schemas'] },
  'dashboard editor': { values: ['dashboard base', 'dashboard ui'], types: ['schemas'] },
  'dashboard undo': { values: ['dashboard ui'], types: [] },
  'dashboard status': {
    values: ['anywhere', 'dashboard api', 'dashboard feed', 'dashboard ui', 'dashboard undo'],
    types: ['schemas'],
  },
  'dashboard merge': {
    values: [
      'anywhere',
      'dashboard router',
      'dashboard api',
      'dashboard feed',
      'dashboard ui',
      'dashboard error list',
      'dashboard undo',
    ],
    types: ['schemas'],
  },
  'dashboard correlation': { values: ['dashboard router', 'dashboard api', 'dashboard ui'], types: ['schemas'] },
  'dashboard notifications': {
    values: ['dashboard base', 'dashboard feed', 'dashboard router', 'dashboard ui'],
    types: ['schemas'],
  },
  'overview page': PAGE,
  'errors page': PAGE,
  'error page': PAGE,
  'requests page': PAGE,
  'logs page': PAGE,
  'projects page': PAGE,
  'settings page': PAGE,
  'first-run page': PAGE,
  'audit page': PAGE,
  'releases page': PAGE,
  'login page': PAGE,
  'dashboard app': { values: ['anywhere', ...ROOMS, ...PAGES], types: ['schemas'] },
  'client core': { values: ['domain', 'anywhere', 'leaf'], types: [] },
  client: { values: ['client core', 'anywhere', 'leaf'], types: [] },
};

/** Leaves that domain functions and clients may use: no I/O, no clock, no randomness, no logger. */
const PURE_LEAVES =
  /^src\/(limits|outcome|messages|errors|timestamp|redact-settings|safe-pattern|event-conditions)\.ts$/;

/** Which files may import a package. A package that is missing here is one nobody has decided on. */
const PACKAGES: Record<string, { readonly values: RegExp; readonly types?: RegExp }> = {
  ajv: { values: /^src\/ajv\.ts$/, types: /^src\/validate\.ts$/ },
  'ajv-formats': { values: /^src\/ajv\.ts$/ },
  // Its one value is loaded when it is chosen: it may not be there.
  'better-sqlite3': { values: /^$/, types: /^src\/store\/sqlite\/binding\/better-sqlite3\.ts$/ },
  '#lru-cache': { values: /^src\/store\/(sqlite|postgres)\// },
  '#trace-mapping': { values: /^src\/workers\/source-maps\/(built-file|parse-map)\.ts$/ },
  '#node-cron': { values: /^src\/schedule\.ts$/ },
  // Loaded with the first message.
  '#nodemailer': { values: /^src\/alerts\/send-mail\.ts$/ },
  '#fzstd': { values: /^src\/workers\/unpack-zstd\.ts$/ },
  '#pbf': { values: /^src\/workers\/dialects\/otlp-protobuf\.ts$/ },
  '#pino': { values: /^src\/log\.ts$/ },
  '#postgres': { values: /^src\/store\/postgres\/connection\.ts$/ },
  '#piscina': { values: /^src\/(workers\/(pool|task)|store\/(sqlite|postgres)\/reader\/reader-(client|thread))\.ts$/ },
  typebox: { values: /^schemas\//, types: /^src\// },
  // Its one value is loaded by path, by the file that compares its hash.
  'uWebSockets.js': { values: /^$/, types: /^src\/gateway\/transport\/(native|native-server|uws-types)\.ts$/ },
  '#native-hashes': { values: /^src\/gateway\/transport\/native-(server|binary)\.ts$/ },
  // Its values come as one file that the build makes of them.
  '@modelcontextprotocol/sdk': { values: /^$/, types: /^src\/(mcp\/|cli\/mcp\.ts$)/ },
  '#ws': { values: /^src\/(cli\/feed|gateway\/transport\/portable-feed)\.ts$/ },
};

/** Started by the system or by path, or put in the place of another by a build, so that no file imports them. */
const ENTRY_POINTS = /^(src\/(cli|daemon)|clients\/[a-z]+\/src\/(index|auto|react|vue|svelte|script|no-finders))\.ts$/;
const THREAD_SIDE = /(-thread|\/workers\/task)\.ts$/;

/** Configuration is read in one place; tests that start a process pass their environment on. */
const MAY_READ_ENVIRONMENT = /^(src\/config\.ts|clients\/node\/src\/environment\.ts|(test\/support|bench)\/.*)$/;

interface Arrow {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  readonly typesOnly: boolean;
}

const FILES = ['schemas', 'src', 'dashboard', 'clients', 'test', 'bench'].flatMap(sourcesIn).map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
});
const PRODUCT = FILES.filter(({ path }) => !/^(test|bench)\//.test(path));
const ARROWS_FOUND = PRODUCT.flatMap(arrowsOf);

describe('the source tree', () => {
  it('has a layer for every file', () => {
    assert.deepEqual(
      PRODUCT.map(({ path }) => path).filter((path) => layerOf(path) === undefined),
      [],
    );
    assert.ok(PRODUCT.length > 40, 'the files were not found');
  });

  it('imports along the arrows only', () => {
    assert.deepEqual(ARROWS_FOUND.filter(({ isPackage }) => !isPackage).flatMap(wrongArrow), []);
  });

  it('imports each package from the files that own it only', () => {
    assert.deepEqual(ARROWS_FOUND.filter(({ isPackage }) => isPackage).flatMap(wrongPackage), []);
  });

  it('keeps domain functions pure, and what the clients share free of any platform', () => {
    const wrong = ARROWS_FOUND.filter(({ from, to, isPackage }) => {
      const layer = layerOf(from);
      const isShared = layer === 'domain' || layer === 'client core';
      if (isPackage) return isShared && to !== 'node:crypto';
      return (isShared || layer === 'client') && layerOf(to) === 'leaf' && !PURE_LEAVES.test(to);
    });
    assert.deepEqual(wrong.map(toText), []);
  });

  it('keeps the values of the wire free of imports, because pages and applications load them', () => {
    const found = ARROWS_FOUND.filter(({ from }) => layerOf(from) === 'anywhere');
    // They may name each other.
    assert.deepEqual(found.filter(({ to, isPackage }) => isPackage || layerOf(to) !== 'anywhere').map(toText), []);
  });

  it('starts thread files by path and imports them nowhere', () => {
    assert.deepEqual(ARROWS_FOUND.filter(({ to }) => THREAD_SIDE.test(to)).map(toText), []);
  });

  it('has arrows in one direction: no two layers may import each other, by whatever way', () => {
    const names = Object.keys(ARROWS) as Layer[];
    const table = names.flatMap((from) => [...ARROWS[from].values, ...ARROWS[from].types].map((to) => ({ from, to })));
    assert.deepEqual(findCycles(table), []);
  });

  it('has no import cycle', () => {
    assert.deepEqual(findCycles(ARROWS_FOUND.filter(({ typesOnly, isPackage }) => !typesOnly && !isPackage)), []);
  });

  it('has no file that nobody uses', () => {
    const scripts = existsSync(join(ROOT, 'scripts'))
      ? readdirSync(join(ROOT, 'scripts')).map((name) => readFileSync(join(ROOT, 'scripts', name), 'utf8'))
      : [];
    const texts = [...PRODUCT.map(({ text }) => text), ...scripts];
    const imported = new Set(ARROWS_FOUND.map(({ to }) => to));
    // A thread is started with the name of its file; scripts import what was built.
    const isNamed = (path: string): boolean => {
      const built = path.replace(/ts$/, 'js');
      return texts.some(
        (text) => text.includes(`./${built.split('/').at(-1) ?? ''}'`) || text.includes(`dist/${built}`),
      );
    };
    const dead = PRODUCT.map(({ path }) => path).filter(
      (path) => !path.startsWith('dashboard/') && !ENTRY_POINTS.test(path) && !imported.has(path) && !isNamed(path),
    );
    assert.deepEqual(dead, []);
  });

  it('has none of the banned words', () => {
    assert.deepEqual(FILES.flatMap(bannedWords), []);
  });
});

function sourcesIn(directory: string): string[] {
  if (!existsSync(join(ROOT, directory))) return [];
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name.replaceAll('\\', '/')))
    .filter((path) => /\.c?tsx?$/.test(path) && !/\/(node_modules|dist)\//.test(path))
    .sort();
}

function layerOf(path: string): Layer | undefined {
  const entries = Object.entries(LAYERS) as [Layer, RegExp][];
  return entries.find(([, pattern]) => pattern.test(path))?.[0];
}

function toText({ from, to, typesOnly }: Arrow): string {
  return `${from} -> ${to}${typesOnly ? ' (types)' : ''}`;
}

function wrongArrow(arrow: Arrow): string[] {
  const [from, to] = [layerOf(arrow.from), layerOf(arrow.to)];
  if (from === undefined || to === undefined) return [toText(arrow)];
  const { values, types } = ARROWS[from];
  const allowed = from === to || values.includes(to) || (arrow.typesOnly && types.includes(to));
  return allowed ? [] : [toText(arrow)];
}

function wrongPackage(arrow: Arrow): string[] {
  const { from, to, typesOnly } = arrow;
  // What the dashboard ships is its own affair; the wire contract has no business with the system.
  if (from.startsWith('dashboard/') || from.startsWith('clients/browser/'))
    return to.startsWith('node:') ? [toText(arrow)] : [];
  if (to.startsWith('node:')) return from.startsWith('schemas/') ? [toText(arrow)] : [];
  const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
  const owner = PACKAGES[name];
  const allowed = owner?.values.test(from) === true || (typesOnly && owner?.types?.test(from) === true);
  return allowed ? [] : [toText(arrow)];
}

function arrowsOf({ path, tree }: (typeof FILES)[number]): Arrow[] {
  const arrows: Arrow[] = [];
  const add = (specifier: ts.Node, typesOnly: boolean): void => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const isPackage = !specifier.text.startsWith('.');
    const to = isPackage ? specifier.text : join(dirname(path), specifier.text).replace(/\.js$/, '.ts');
    arrows.push({ from: path, to, isPackage, typesOnly });
  };
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypesOnly(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined) add(specifier, false);
    }
  });
  return arrows.filter(({ to, isPackage }) => isPackage || /\.tsx?$/.test(to));
}

function isTypesOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => {
    visit(child, look);
  });
}

/** Each cycle once, as the files or layers on it. */
function findCycles(arrows: readonly Pick<Arrow, 'from' | 'to'>[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const index = trail.indexOf(path);
    if (index !== -1) cycles.push([...trail.slice(index), path].join(' -> '));
    if (index !== -1 || done.has(path)) return;
    for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return cycles;
}

/** What an event says is only ever shown as text. */
const MARKUP_FROM_TEXT =
  /^(innerHTML|outerHTML|srcdoc|srcDoc|dangerouslySetInnerHTML|insertAdjacentHTML|parseFromString)$/;

/** Joined here, so that this file does not hold them. */
const WORDS: readonly [string, RegExp][] = [
  ['a query that does not list its columns', new RegExp(['SELECT', '\\*'].join(' '))],
  ['work without an issue', new RegExp(['FIX', 'ME'].join(''))],
  ['work without an issue', new RegExp(['TO', 'DO(?!\\(#\\d+\\))'].join(''))],
];

function bannedWords({ path, text, tree }: (typeof FILES)[number]): string[] {
  const found = WORDS.filter(([, word]) => word.test(text)).map(([what]) => `${path}: ${what}`);
  const isTest = /^(test|bench)\//.test(path);
  visit(tree, (node) => {
    const say = (what: string): void => {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push(`${path}:${line + 1}: ${what}`);
    };
    if (node.kind === ts.SyntaxKind.AnyKeyword) say('any');
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isTimer = ts.isIdentifier(expression) && expression.text === ['set', 'Timeout'].join('');
      if (isTimer && path.startsWith('test/')) say('a sleep');
      if (isTest && ts.isPropertyAccessExpression(expression) && isMocha(expression)) say('a test that runs alone');
    }
    if (ts.isImportDeclaration(node) && isTest && /timers\/promises'$/.test(node.moduleSpecifier.getText(tree))) {
      if (path.startsWith('test/')) say('a sleep');
    }
    if (path.startsWith('dashboard/') && (ts.isIdentifier(node) || ts.isStringLiteral(node))) {
      if (MARKUP_FROM_TEXT.test(node.text)) say('text that becomes markup');
    }
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const name = `${node.expression.text}.${node.name.text}`;
      if (name.startsWith('console.') && path.startsWith('src/')) say('console');
      if (name === 'process.env' && !MAY_READ_ENVIRONMENT.test(path)) say('the environment');
    }
  });
  return found;
}

function isMocha({ expression, name }: ts.PropertyAccessExpression): boolean {
  return (
    name.text === 'only' && ts.isIdentifier(expression) && /^(describe|it|context|suite|test)$/.test(expression.text)
  );
}
