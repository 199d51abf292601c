import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe judges by colours; all else is as it was where nothing but colours has changed. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const HEIGHT = 800;
const WIDTHS = [1280, 390];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * Waits for the width and the colours that were just set. Colours on their way are none that anybody reads, and those of a
 * parent set out before its children's; what never ends has nothing to wait for.
 */
const SETTLE = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isOnItsWay = ({ effect, playState }) =>
    playState === 'running' && effect.getComputedTiming().iterations !== Infinity;
  let calmFrames = 0;
  while (calmFrames < 3) {
    calmFrames = document.getAnimations().some(isOnItsWay) ? 0 : calmFrames + 1;
    await nextFrame();
  }
})()`;

/**
 * Fails when axe finds anything on the page, wide or narrow, in light, in dark or where the system chooses the colours; `what`
 * names it in the failure. Light, dark and forced colours differ in colours alone (test/dashboard/style-sheets.test.ts), so all rules
 * are asked in light, and those of colours in the others: a browser takes two thirds of its time for the rest of them. The page is
 * left in dark and as wide as it was; at another width than these all rules are asked there too.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(AXE);
  const before = page.viewportSize();
  const forced = await page.evaluate<boolean>("matchMedia('(forced-colors: active)').matches");
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    found.push(...toLines(`${what}, light, ${width} wide`, await findViolations(page, {})));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...toLines(`${what}, dark, ${width} wide`, await findViolations(page, { runOnly: COLOR_RULES })));
  }
  if (before !== null) await page.setViewportSize(before);
  const isKnownWidth = before !== null && WIDTHS.includes(before.width);
  await page.emulateMedia({ forcedColors: 'active' });
  const asked = isKnownWidth ? { runOnly: COLOR_RULES } : {};
  found.push(...toLines(`${what}, in forced colours`, await findViolations(page, asked)));
  await page.emulateMedia({ forcedColors: forced ? 'active' : 'none' });
  assert.deepEqual(found, []);
}

async function findViolations(
  page: Page,
  options: { readonly runOnly?: readonly string[] },
): Promise<readonly Violation[]> {
  await page.evaluate(SETTLE);
  const settings = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(`axe.run(document, ${settings}).then(({ violations }) => violations)`);
}

function toLines(what: string, violations: readonly Violation[]): readonly string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${what}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
