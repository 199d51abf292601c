import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Fails when axe finds anything on the page; `what` names it in the failure. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // Colours on their way are none that anybody reads. What never ends, or is called off, has none to wait for.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => null)))`,
  );
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${what}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  assert.deepEqual(found, []);
}
