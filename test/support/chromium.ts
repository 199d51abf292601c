import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);

const PACKAGE = '@sparticuz/chromium';
/** The package unpacks the libraries it brings only where it takes itself to be in this environment. */
const UNPACK_ALL = { CODEBUILD_BUILD_IMAGE: 'nodejs20' };
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';

/**
 * Starts the browser of the tests and benchmarks. On Linux x64 it comes with the packages and needs nothing of the system
 * but its C library; elsewhere it is the Chrome that is installed.
 */
export async function launchChromium(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome' });
  const dir = await unpack();
  const executablePath = join(dir, 'chromium');
  const args = ['--no-sandbox', '--disable-gpu'];
  return chromium.launch({ executablePath, args, env: { ...process.env, ...makeUpFor(dir) } });
}

/** Unpacks the browser once per version, whole or not at all, and tells where. */
async function unpack(): Promise<string> {
  const dir = join(tmpdir(), `errord-chromium-${await readVersion()}`);
  if (existsSync(dir)) return dir;
  const fresh = await mkdtemp(`${dir}-`);
  try {
    // A process of its own, because the package looks for all it needs to know in the environment.
    const script = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
    const env = { ...process.env, ...UNPACK_ALL, TMPDIR: fresh };
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname, env });
    await writeFile(join(fresh, 'fonts', 'fonts.conf'), toFontConfig(join(dir, 'fonts')));
    await rename(fresh, dir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was sooner.
    if (!existsSync(dir)) throw error;
  }
  return dir;
}

async function readVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const root = entry.slice(0, entry.lastIndexOf(PACKAGE) + PACKAGE.length);
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** What the environment must say so that the browser finds what the system does not have. */
function makeUpFor(dir: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  if (!existsSync(SYSTEM_FONTS)) env.FONTCONFIG_PATH = join(dir, 'fonts');
  const { status } = spawnSync(join(dir, 'chromium'), ['--version'], { stdio: 'ignore' });
  if (status !== 0) env.LD_LIBRARY_PATH = join(dir, 'al2023', 'lib');
  return env;
}

/** The one that is brought along names a directory of its own. */
function toFontConfig(fontsDir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fontsDir}</dir>
  <cachedir>${fontsDir}/cache</cachedir>
</fontconfig>
`;
}
