import { readFileSync } from 'node:fs';
import type { EventExplanation } from '../../src/messages.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { toSite } from '../../src/workers/site.js';

/** One line of explain.jsonl, explain2.jsonl or explain_own.jsonl: an error, its family, and words of which a good explanation contains some. */
export interface ExplainLine {
  readonly message: string;
  readonly type: string;
  readonly category: string;
  readonly keywords: readonly string[];
  /** 1: squarely of a family; 2: a good engineer could say something useful; 3: neither. */
  readonly tier: number;
  /** What it was thrown by: `node20:fs.badarg`, `py311:index`. */
  readonly engineOrLib: string;
  readonly stack?: string;
  readonly code?: string;
  /** The language of its runtime, where the stack does not tell it. */
  readonly platform?: string;
}

/** One line of explain_negative.jsonl: a message that only mentions technical words. */
export interface NegativeLine {
  readonly message: string;
  readonly why: string;
}

export type Verdict = 'right' | 'wrong' | 'silent';

/** How an error is given to the daemon: with all that came with it, or what is left of it on the way. */
export type Form = 'whole' | 'bare' | 'prefixed';

export interface Judged {
  readonly line: ExplainLine;
  readonly form: Form;
  readonly verdict: Verdict;
  /** What was said; empty for silence. */
  readonly said: string;
}

export function readExplainLines(name: 'explain' | 'explain2' | 'explain_own'): readonly ExplainLine[] {
  return readLines(`${name}.jsonl`).map((line) => JSON.parse(line) as ExplainLine);
}

export function readNegativeLines(name: 'explain_negative' | 'explain2_negative'): readonly NegativeLine[] {
  return readLines(`${name}.jsonl`).map((line) => JSON.parse(line) as NegativeLine);
}

/** Judges each error in each form. */
export function judgeExplanations(lines: readonly ExplainLine[], forms: readonly Form[]): readonly Judged[] {
  return forms.flatMap((form) => lines.map((line) => judge(line, form)));
}

/** The negatives that were explained, in words. */
export function fooledBy(negatives: readonly NegativeLine[]): readonly string[] {
  return negatives
    .filter(({ message }) =>
      [message, `Error: ${message}`].some((text) => toSite({ type: 'Error', message: text }).site.explanation !== null),
    )
    .map(({ message, why }) => `fooled ${JSON.stringify(message)}: ${why}`);
}

/** Between 0 and 1, of all that were judged. */
export function shareOf(judged: readonly Judged[], verdict: Verdict): number {
  return judged.length === 0 ? 1 : judged.filter((one) => one.verdict === verdict).length / judged.length;
}

/** What was not right, in words. */
export function failuresOf(judged: readonly Judged[]): readonly string[] {
  return judged
    .filter(({ verdict }) => verdict !== 'right')
    .map(
      ({ line, form, verdict, said }) =>
        `${verdict} ${form} [${line.category}, ${line.engineOrLib}] ${JSON.stringify(line.message.slice(0, 200))} (${line.type})` +
        (said === '' ? '' : `\n    said: ${said}`),
    );
}

/** The runtime or library of a line, without what was called: `node20`, `pg15`, `axios`. */
export function environmentOf({ engineOrLib }: ExplainLine): string {
  return (/^[A-Za-z-]{2,20}/.exec(engineOrLib)?.[0] ?? engineOrLib).toLowerCase();
}

/** One of the words is enough where a line lists few; two where it lists four or more, as one is met by chance. */
const WORDS_FOR_TWO = 4;

function judge(line: ExplainLine, form: Form): Judged {
  const { type, message, stack, code, platform } = line;
  const events = {
    whole: { type, message, stack: stack ?? null, code, platform },
    bare: { type, message },
    prefixed: { type, message: `${type}: ${message}` },
  };
  // As the daemon does it: redacted, with what the text of the stack tells.
  const json = toSite(events[form]).site.explanation;
  const said = json === null ? '' : (JSON.parse(json) as EventExplanation).explanation;
  return { line, form, said, verdict: toVerdict(line, said) };
}

function toVerdict({ keywords, message }: ExplainLine, said: string): Verdict {
  // A line without words is one on which nothing helpful can be said.
  if (keywords.length === 0) return said === '' ? 'right' : 'wrong';
  if (said === '') return 'silent';
  // An empty message stands between any two letters.
  const text = (message === '' ? said : said.replaceAll(message, ' ')).toLowerCase();
  const found = keywords.filter((keyword) => hasWordStart(text, keyword.toLowerCase()));
  return found.length >= (keywords.length >= WORDS_FOR_TWO ? 2 : 1) ? 'right' : 'wrong';
}

function hasWordStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function readLines(name: string): readonly string[] {
  const file = new URL(`test/fixtures/corpus/${name}`, PACKAGE_ROOT);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
