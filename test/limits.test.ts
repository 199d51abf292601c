import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../src/package.js';

/**
 * Limits that no test names: some are tested by their figure or through what they cause, others not at all. The list may
 * only shrink.
 */
const UNNAMED = [
  'CALL_CHARS_MAX',
  'CALL_TIMEOUT_MS',
  'CLI_ANSWER_BYTES_MAX',
  'CLI_ANSWER_TIMEOUT_MS',
  'CLI_CLEAR_TIMEOUT_MS',
  'COMMIT_RECORDS_MAX',
  'CONTENT_CACHE_MAX',
  'USUAL_CACHE_MAX',
  'DIGEST_TASK_BYTES_MAX',
  'DIGEST_THREAD_YOUNG_MB',
  'ERROR_DETAILS_MAX',
  'EVENT_HOURS_KEPT_MS',
  'EXPLAIN_BOUNDARIES_MAX',
  'EXPLAIN_MEMO_MAX',
  'FLUSH_TIMEOUT_MS',
  'GROUP_CACHE_MAX',
  'KNOWN_NAME_CHARS_MAX',
  'LOGGED_PATH_CHARS_MAX',
  'PAGE_MAX',
  'READER_THREAD_YOUNG_MB',
  'RETRY_FIRST_MS',
  'SEARCH_TRIGRAMS_MAX',
  'SERVICE_COMMAND_TIMEOUT_MS',
  'STACK_LINES_MAX',
  'STATIC_BYTES_MAX',
  'WRITER_THREAD_YOUNG_MB',
];

const FILES = [
  'src/limits.ts',
  'src/store/sqlite/limits.ts',
  'src/store/postgres/limits.ts',
  'src/cli/limits.ts',
  'src/mcp/limits.ts',
  'schemas/limits.ts',
  'clients/core/limits.ts',
];

const read = (path: string): string => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');

describe('limits', () => {
  // Two stores may have limits of one name.
  const limits = [
    ...new Set(FILES.flatMap((path) => [...read(path).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name))),
  ];
  const tests = readdirSync(new URL('test/', PACKAGE_ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'limits.test.ts')
    .map((name) => read(`test/${name}`))
    .join('\n');
  const isNamed = (limit: string): boolean => new RegExp(`\\b${limit}\\b`).test(tests);

  it('are each named by a test, but for those of a list that shrinks', () => {
    assert.ok(limits.length > 100, 'the limits were not found');
    assert.deepEqual(limits.filter((limit) => !isNamed(limit)).sort(), [...UNNAMED].sort());
  });
});
