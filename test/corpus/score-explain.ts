import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../src/package.js';
import { explain } from '../../src/workers/domain/explain.js';

/** One line of explain.jsonl: a message, its family, and words of which a good explanation contains at least one. */
export interface ExplainLine {
  readonly message: string;
  readonly type: string;
  readonly category: string;
  readonly keywords: readonly string[];
  readonly tier: number;
}

/** One line of explain_negative.jsonl: a message that only mentions technical words. */
export interface NegativeLine {
  readonly message: string;
  readonly why: string;
}

/** Shares between 0 and 1, and every failure in words. */
export interface ExplainScore {
  readonly tierOneRight: number;
  readonly right: number;
  readonly wrong: number;
  readonly fooled: number;
  readonly failures: readonly string[];
}

export function readExplainLines(): readonly ExplainLine[] {
  return readLines('explain.jsonl').map((line) => JSON.parse(line) as ExplainLine);
}

export function readNegativeLines(): readonly NegativeLine[] {
  return readLines('explain_negative.jsonl').map((line) => JSON.parse(line) as NegativeLine);
}

/** Every message counts twice: bare with its type, and with the class name in front of it. */
export function scoreExplanations(lines: readonly ExplainLine[], negatives: readonly NegativeLine[]): ExplainScore {
  const judged = lines.flatMap((line) => formsOf(line).map((form) => ({ line, form, verdict: judge(line, form) })));
  const tierOne = judged.filter(({ line }) => line.tier === 1);
  const fooled = negatives.filter((line) => isFooled(line.message));
  return {
    tierOneRight: share(tierOne, ({ verdict }) => verdict === 'right'),
    right: share(judged, ({ verdict }) => verdict === 'right'),
    wrong: share(judged, ({ verdict }) => verdict === 'wrong'),
    fooled: negatives.length === 0 ? 0 : fooled.length / negatives.length,
    failures: [
      ...judged
        .filter(({ verdict }) => verdict !== 'right')
        .map(
          ({ line, form, verdict }) => `${verdict} [${line.category}] ${JSON.stringify(form.message)} (${form.type})`,
        ),
      ...fooled.map(({ message, why }) => `fooled ${JSON.stringify(message)}: ${why}`),
    ],
  };
}

interface Form {
  readonly type: string;
  readonly message: string;
}

type Verdict = 'right' | 'wrong' | 'unexplained';

function formsOf({ type, message }: ExplainLine): readonly Form[] {
  return [
    { type, message },
    { type, message: `${type}: ${message}` },
  ];
}

function judge(line: ExplainLine, { type, message }: Form): Verdict {
  const told = explain(type, message);
  if (told === null) {
    return 'unexplained';
  }
  const text = told.explanation.replaceAll(line.message, ' ').toLowerCase();
  return line.keywords.some((keyword) => hasWordStart(text, keyword.toLowerCase())) ? 'right' : 'wrong';
}

function hasWordStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) {
      return true;
    }
  }
  return false;
}

function isFooled(message: string): boolean {
  return explain('Error', message) !== null || explain('Error', `Error: ${message}`) !== null;
}

function share<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.length === 0 ? 1 : items.filter(isCounted).length / items.length;
}

function readLines(name: string): readonly string[] {
  const file = new URL(`test/fixtures/corpus/${name}`, PACKAGE_ROOT);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
