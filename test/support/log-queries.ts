// What queries for logs find, for whoever decides it: stores, and `errord tail`.

import type { LogDigest } from '../../src/messages.js';

/** The newest first; each is named by its first letter. */
export const QUERIED_LOGS: readonly Partial<LogDigest>[] = [
  { message: 'a GET /cart 500 in 12 ms', level: 'warn' },
  { message: 'b GET /healthz 200', level: 'debug', source: 'frontend' },
  { message: 'c POST /Orders timed out', level: 'warn', source: 'frontend', projectName: 'blog' },
  { message: 'd Grüße aus KÖLN: 100% (of all)', level: 'log', source: null, projectName: null },
  { message: 'e 500 GET, ΤΕΛΟΣ', level: 'info', correlationId: 'trace-1' },
];

/** A query, and the first letters of what it finds. */
export const LOG_QUERIES: readonly (readonly [string, string])[] = [
  ['', 'abcde'],
  ['get', 'abe'],
  ['get 500', 'ae'],
  ['GET*500', 'a'],
  ['500*GET', 'e'],
  ['get*/*2', 'ab'],
  ['"get /"', 'ab'],
  ['"GET*500"', ''],
  ['cart OR orders', 'ac'],
  ['get -healthz', 'ae'],
  ['-get', 'cd'],
  ['-(get OR orders)', 'd'],
  ['(cart OR healthz) level:warn', 'a'],
  ['level:warn,info', 'ace'],
  ['-level:warn', 'bde'],
  ['source:frontend', 'bc'],
  ['-source:frontend', 'ade'],
  ['NOT source:frontend,backend', 'd'],
  ['100%', 'd'],
  ['_', ''],
  ['köln', 'd'],
  ['GRÜSSE OR grüße*köln', 'd'],
  ['τελος', 'e'],
  ['"(of all)"', 'd'],
  ['timed out OR telos', 'c'],
];
