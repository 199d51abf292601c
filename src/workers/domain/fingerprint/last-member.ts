// What an engine says of an expression that failed: `document.querySelector('#map').getContext` read `getContext`.

const OPENING = '([{';
const CLOSING = ')]}';
const QUOTES = '"\'`';

/** The property that the expression ends with, whatever its brackets and quotation marks hold; empty for a variable. */
export function lastMember(expression: string): string {
  // The function itself may stand in brackets: `(0, format.date)`.
  return scan(expression) || (expression.startsWith('(') ? scan(expression.slice(1)) : '');
}

const NAME = /[\w$#\u0080-\uFFFF]{1,120}/y;
/** An index that is told, not the name of a variable that holds it. */
const TOLD_INDEX = /\[(?:(\d{1,15})|'([^'\\\n]{1,120})'|"([^"\\\n]{1,120})")\]/y;

function scan(expression: string): string {
  let member = '';
  let depth = 0;
  for (let at = 0; at < expression.length; at++) {
    const char = expression.charAt(at);
    if (QUOTES.includes(char)) {
      at = quoteEnd(expression, at);
    } else if (OPENING.includes(char)) {
      if (depth === 0 && char === '[' && at > 0) member = indexAt(expression, at) ?? member;
      depth += 1;
    } else if (CLOSING.includes(char)) {
      depth -= 1;
      if (depth < 0) return member;
    } else if (depth === 0) {
      if (char === '=' || char === '!') return member;
      if (char === '.') member = found(NAME, expression, at + 1)?.[0] ?? member;
    }
  }
  return member;
}

/** At the closing mark, or at the end where the expression was cut. */
function quoteEnd(expression: string, start: number): number {
  const mark = expression[start];
  let at = start + 1;
  while (at < expression.length && expression[at] !== mark) at += expression[at] === '\\' ? 2 : 1;
  return at;
}

function indexAt(expression: string, at: number): string | undefined {
  const [, number, single, double] = found(TOLD_INDEX, expression, at) ?? [];
  return number ?? single ?? double;
}

function found(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
