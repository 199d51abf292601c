import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';

/**
 * Exports of a module of the dashboard that touches no document, for tests without a browser. It is bundled as the pages
 * are, because its files are TypeScript for a browser, with extensions to match. The caller knows the types.
 */
export async function loadDashboardModule<T>(path: string): Promise<T> {
  const entry = fileURLToPath(new URL(`../../../dashboard/src/${path}`, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const [{ output }] = built as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  const code = output[0].code;
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as T;
}
