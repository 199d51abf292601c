// Prints how the built-in patterns and the fingerprint rule do on the corpora. `npm run corpus` runs it.
import {
  type ExplainLine,
  environmentOf,
  failuresOf,
  fooledBy,
  type Judged,
  judgeExplanations,
  readExplainLines,
  readNegativeLines,
  shareOf,
} from './score-explain.js';
import { readGroupingPairs, wrongPairs } from './score-grouping.js';

const FORMS = ['whole', 'bare', 'prefixed'] as const;

for (const name of ['explain', 'explain2'] as const) {
  const lines = readExplainLines(name);
  const judged = judgeExplanations(lines, FORMS);
  print([...failuresOf(judged), '']);
  print(
    FORMS.map(
      (form) =>
        `${name.padEnd(9)}${summary(
          form,
          judged.filter((one) => one.form === form),
        )}`,
    ),
  );
  const negatives = readNegativeLines(`${name}_negative`);
  const fooled = fooledBy(negatives);
  print([
    ...fooled,
    `${name.padEnd(9)}fooled ${fooled.length} of ${negatives.length} (${percent(fooled.length / negatives.length)})`,
    '',
  ]);
}
const own = judgeExplanations(readExplainLines('explain_own'), ['whole']);
print([...failuresOf(own), `own      ${summary('whole', own)}`, '']);
print(['explain2 by environment, whole', ...byEnvironment(readExplainLines('explain2')), '']);

const pairs = readGroupingPairs();
const wrong = wrongPairs(pairs);
print([...wrong, `grouping right ${percent(1 - wrong.length / pairs.length)} of ${pairs.length} pairs`]);

function summary(form: string, judged: readonly Judged[]): string {
  const ofTier = (tier: number): readonly Judged[] => judged.filter(({ line }) => line.tier === tier);
  const tiers = [1, 2, 3]
    .filter((tier) => ofTier(tier).length > 0)
    .map((tier) => `tier ${tier} ${percent(shareOf(ofTier(tier), 'right'))}`);
  return `${form.padEnd(9)}${tiers.join('  ')}  all ${percent(shareOf(judged, 'right'))}  wrong ${percent(shareOf(judged, 'wrong'))}  silent ${percent(shareOf(judged, 'silent'))}`;
}

function byEnvironment(lines: readonly ExplainLine[]): readonly string[] {
  const environments = [...new Set(lines.map(environmentOf))].sort();
  return environments.map((name) => {
    const judged = judgeExplanations(
      lines.filter((line) => environmentOf(line) === name),
      ['whole'],
    );
    const rights = judged.filter(({ verdict }) => verdict === 'right').length;
    return `  ${name.padEnd(16)}${rights} of ${judged.length} right, wrong ${judged.filter(({ verdict }) => verdict === 'wrong').length}`;
  });
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
