// Takes out of a message what differs between two occurrences of one error: UUIDs, memory addresses, ports, line and column
// numbers, the directories of absolute paths. One pass over words and marks; every look back or ahead is bounded or
// ends where the last one began, so the time is linear.

import { isWordAt, type Replacement } from './chars.js';
import { addressWord, uuidAtWordEnd } from './message-ids.js';
import { lineAndColumnAfterWord, numbersAfterColon, positionInParentheses } from './message-numbers.js';
import { absolutePath, drivePath, fileUrl, uncPath } from './message-paths.js';
import { bareIpv6Port, bracketedPort, portAfterWord } from './message-ports.js';

/** The message in the form that is compared and hashed. */
export function normalizeMessage(text: string): string {
  let out = '';
  let copied = 0;
  let previousWord = '';
  for (let at = 0; at < text.length; ) {
    let next = at + 1;
    let found: Replacement | null = null;
    if (isWordAt(text, at)) {
      next = wordEnd(text, at);
      const word = text.slice(at, next);
      found = replacementOfWord(text, at, word);
      previousWord = word;
    } else {
      found = replacementOfMark(text, at, previousWord);
    }
    if (found !== null) {
      out += text.slice(copied, found.start) + found.text;
      copied = found.end;
      next = Math.max(found.end, at + 1);
    }
    at = next;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isWordAt(text, end)) end += 1;
  return end;
}

function replacementOfWord(text: string, start: number, word: string): Replacement | null {
  const end = start + word.length;
  switch (text[end]) {
    case '-':
      return uuidAtWordEnd(text, start, end);
    case ':':
      if (word.length === 1) return drivePath(text, start);
      if (word.length === 4 && text.startsWith('://', end)) return fileUrl(text, start, word);
      break;
    default:
  }
  return addressWord(word, start) ?? portAfterWord(text, word, end) ?? lineAndColumnAfterWord(text, word, end);
}

function replacementOfMark(text: string, at: number, previousWord: string): Replacement | null {
  switch (text[at]) {
    case ':':
      return text[at + 1] === ':' ? bareIpv6Port(text, at, previousWord) : numbersAfterColon(text, at, previousWord);
    case '/':
      return absolutePath(text, at, previousWord);
    case '\\':
      return uncPath(text, at);
    case '[':
      return bracketedPort(text, at);
    case '(':
      return positionInParentheses(text, at);
    default:
      return null;
  }
}
