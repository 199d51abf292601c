// Prints how the built-in patterns and the fingerprint rule do on the corpora. `npm run corpus` runs it.
import { readExplainLines, readNegativeLines, scoreExplanations } from './score-explain.js';
import { readGroupingPairs, wrongPairs } from './score-grouping.js';

const explained = scoreExplanations(readExplainLines(), readNegativeLines());
const pairs = readGroupingPairs();
const wrong = wrongPairs(pairs);

print([
  ...explained.failures,
  ...wrong,
  '',
  `explain  tier 1 right ${percent(explained.tierOneRight)}  all right ${percent(explained.right)}` +
    `  wrong ${percent(explained.wrong)}  fooled ${percent(explained.fooled)}`,
  `grouping right ${percent(1 - wrong.length / pairs.length)} of ${pairs.length} pairs`,
]);

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
