// Applications of two source files, built as people build them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildWithEsbuild } from 'esbuild';
import { minify } from 'terser';
import { build as buildWithVite } from 'vite';

const CART = `export interface Line {
  readonly price?: { readonly amount: number };
}

/** The sum of all lines. */
export function addUpLines(lines: readonly Line[]): number {
  let sumOfAllLines = 0;
  for (const oneLine of lines) sumOfAllLines += readAmount(oneLine);
  return sumOfAllLines;
}

function readAmount(oneLine: Line): number {
  // A line without a price is what breaks.
  return (oneLine as Required<Line>).price.amount;
}
`;

/** Line and column of what breaks, in `cart.ts`. */
export const BREAKS_AT = { filename: 'src/cart.ts', function: 'readAmount', lineno: 14, colno: 44 } as const;

export interface BuiltApp {
  /** Of the application; what was built is in `dist`. */
  readonly root: string;
  readonly dist: string;
  /** The one built file. */
  readonly file: string;
}

/** Writes the sources. `main` comes behind imports of both functions. */
export function writeApp(root: string, main: string): void {
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src/cart.ts'), CART);
  writeFileSync(join(root, 'src/main.ts'), `import { addUpLines } from './cart.ts';\n${main}`);
}

export async function buildByEsbuild(
  root: string,
  options: { inline?: boolean; name?: string; banner?: string } = {},
): Promise<BuiltApp> {
  const { inline = false, name = 'main', banner = '' } = options;
  await buildWithEsbuild({
    entryPoints: { [name]: join(root, 'src/main.ts') },
    outdir: join(root, 'dist'),
    bundle: true,
    minify: true,
    banner: { js: banner },
    platform: 'neutral',
    sourcemap: inline ? 'inline' : 'linked',
    logLevel: 'silent',
  });
  return toBuilt(root, `${name}.js`);
}

/** esbuild without minification, and terser behind it. */
export async function buildByTerser(root: string): Promise<BuiltApp> {
  const { outputFiles } = await buildWithEsbuild({
    entryPoints: [join(root, 'src/main.ts')],
    outdir: join(root, 'dist'),
    bundle: true,
    format: 'iife',
    platform: 'neutral',
    sourcemap: 'external',
    write: false,
  });
  const [map, code] = [
    outputFiles.find(({ path }) => path.endsWith('.map')),
    outputFiles.find(({ path }) => path.endsWith('.js')),
  ];
  const made = await minify(
    { 'main.js': code?.text ?? '' },
    {
      toplevel: true,
      compress: { inline: false, reduce_funcs: false },
      sourceMap: { content: map?.text ?? '', filename: 'main.js', url: 'main.js.map' },
    },
  );
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/main.js'), made.code ?? '');
  writeFileSync(join(root, 'dist/main.js.map'), typeof made.map === 'string' ? made.map : '');
  return toBuilt(root, 'main.js');
}

/** With the hash of its content in its name, and debug ids where they are asked for. */
export async function buildByVite(root: string, options: { debugIds?: boolean } = {}): Promise<BuiltApp> {
  const { debugIds = false } = options;
  const made = await buildWithVite({
    root,
    logLevel: 'silent',
    configFile: false,
    build: {
      sourcemap: true,
      minify: 'esbuild',
      modulePreload: false,
      rollupOptions: { input: join(root, 'src/main.ts'), output: { sourcemapDebugIds: debugIds } },
    },
  });
  const first = Array.isArray(made) ? made[0] : made;
  if (first === undefined || !('output' in first)) throw new Error('nothing was built');
  return toBuilt(root, first.output[0].fileName);
}

function toBuilt(root: string, name: string): BuiltApp {
  return { root, dist: join(root, 'dist'), file: join(root, 'dist', name) };
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
