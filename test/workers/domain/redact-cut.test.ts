// Texts that are cut in the middle of a secret.

import assert from 'node:assert/strict';
import { URL_CHARS_MAX } from '../../../schemas/limits.js';
import { MAX_MESSAGE_LENGTH } from '../../../src/constants.js';
import {
  CAUSE_STACKS_CHARS_MAX,
  COMPONENT_NAME_CHARS_MAX,
  COMPONENT_STACK_CHARS_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  DETAIL_CHARS_MAX,
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_MODULE_CHARS_MAX,
  LOG_MESSAGE_CHARS_MAX,
  RELEASE_CHARS_MAX,
  SECRET_AHEAD_CHARS,
  SECRET_GROUPS_CHARS,
  STACK_CHARS_MAX,
  USERINFO_CHARS_MAX,
} from '../../../src/limits.js';
import { cutUrl } from '../../../src/workers/dialects/cut-url.js';
import { cutAhead, redactCut } from '../../../src/workers/domain/cut.js';
import { normalizeEvent, normalizeLog, normalizeSite } from '../../../src/workers/domain/normalize.js';
import { redactEvent, redactLog } from '../../../src/workers/domain/redact.js';
import { DEFAULT_RULES } from '../../../src/workers/domain/redact-rules.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
const SECRET = 'hunter2planted';

/** An address whose password begins `before` characters in front of the limit and ends far behind it. */
function addressAt(charsMax: number, before = SECRET.length, passwordChars = 200): string {
  const head = ' db://u:';
  const password = SECRET.padEnd(passwordChars, 'p');
  return `${'x'.repeat(charsMax - before - head.length)}${head}${password}@host/name is down`;
}

type Texts = (charsMax: number) => unknown;

const site = (fields: object): Texts => {
  const payload = { type: 'E', message: 'm', ...fields };
  return () => redactSite(normalizeSite(payload), DEFAULT_RULES);
};
const event = (fields: object): Texts => {
  const payload = { type: 'E', message: 'm', source: 'backend' as const, ...fields };
  return () => redactEvent(normalizeEvent(payload, FACTS), DEFAULT_RULES);
};
const detail =
  (toFields: (text: string) => object): ((text: string) => unknown) =>
  (text) =>
    event(toFields(text))(DETAIL_CHARS_MAX);

/** Every field that is cut, and where. */
const FIELDS: readonly [name: string, charsMax: number, store: (text: string) => unknown][] = [
  ['message', MAX_MESSAGE_LENGTH, (message) => site({ message })(0)],
  ['stack', STACK_CHARS_MAX, (stack) => site({ stack })(0)],
  ['file of a frame', FRAME_FILENAME_CHARS_MAX, (filename) => site({ stackFrames: [{ filename }] })(0)],
  ['module', FRAME_MODULE_CHARS_MAX, (module) => site({ stackFrames: [{ module, filename: 'a' }] })(0)],
  [
    'source lines',
    FRAME_CONTEXT_LINE_CHARS_MAX,
    (line) =>
      site({ stackFrames: [{ filename: 'a', contextLine: line, preContext: [line], postContext: ['', line] }] })(0),
  ],
  ['component stack', COMPONENT_STACK_CHARS_MAX, (componentStack) => event({ componentStack })(0)],
  ['component name', COMPONENT_NAME_CHARS_MAX, (componentName) => event({ componentName })(0)],
  ['release', RELEASE_CHARS_MAX, (release) => event({ release })(0)],
  ['context', CONTEXT_TEXT_CHARS_MAX, (note) => event({ extra: { note } })(0)],
  ['breadcrumb', CONTEXT_TEXT_CHARS_MAX, (message) => event({ breadcrumbs: [{ message }] })(0)],
  ['log entry', LOG_MESSAGE_CHARS_MAX, (message) => redactLog(normalizeLog({ level: 'log', message }, FACTS))],
  ...['code', 'platform', 'mechanism', 'serverName', 'transaction', 'logger'].map(
    (name): [string, number, (text: string) => unknown] => [
      name,
      DETAIL_CHARS_MAX,
      detail((text) => ({ [name]: text })),
    ],
  ),
  ['sdk', DETAIL_CHARS_MAX, detail((name) => ({ sdk: { name } }))],
  ['attachment', DETAIL_CHARS_MAX, detail((name) => ({ attachments: [{ name, contentType: name }] }))],
  ['name of a cause', DETAIL_CHARS_MAX, detail((type) => ({ causes: [{ type, code: type }] }))],
  ['message of a cause', MAX_MESSAGE_LENGTH, (message) => event({ causes: [{ message }] })(0)],
  ['stack of a cause', CAUSE_STACKS_CHARS_MAX, (stack) => event({ causes: [{ stack }] })(0)],
  [
    'stack of a second cause',
    CAUSE_STACKS_CHARS_MAX - 1000,
    (stack) => event({ causes: [{ stack: 's'.repeat(1000) }, { stack }] })(0),
  ],
];

describe('a secret at the place where a text is cut', () => {
  for (const [name, charsMax, store] of FIELDS) {
    it(`leaves nothing of itself in a field: ${name}`, () => {
      for (const before of [1, SECRET.length, SECRET.length + 100]) {
        const stored = JSON.stringify(store(addressAt(charsMax, before)));
        assert.match(stored, /xxx/);
        assert.doesNotMatch(stored, /u:hu?n?t?e?r?2?p?/);
      }
    });

    it(`leaves the limit where it is: ${name}`, () => {
      const stored = JSON.stringify(store('y'.repeat(charsMax + 2 * SECRET_AHEAD_CHARS)));
      assert.equal(Math.max(...(stored.match(/y+/g) ?? []).map(({ length }) => length)), charsMax);
    });
  }

  it('is found when it is as long as a password may be, wherever the cut falls', () => {
    for (const before of [1, USERINFO_CHARS_MAX / 2, USERINFO_CHARS_MAX - 1]) {
      const text = addressAt(4096, before, USERINFO_CHARS_MAX - 1);
      const kept = redactCut(cutAhead(text, 4096), 4096, DEFAULT_RULES);
      assert.ok(kept.startsWith('xxx') && kept.length <= 4096);
      assert.doesNotMatch(kept, /u:h/);
    }
  });

  it('does not pass where a long secret in front of it was replaced and the end has moved up', () => {
    const charsMax = 2 * SECRET_AHEAD_CHARS;
    const front = `password="${'s'.repeat(2 * SECRET_AHEAD_CHARS)}" front `;
    const text = front + addressAt(charsMax + SECRET_AHEAD_CHARS - front.length);
    const kept = redactCut(cutAhead(text, charsMax), charsMax, DEFAULT_RULES);
    assert.equal(kept, 'password="[Redacted]');
  });

  it('keeps all of a text that is within the limit, and of a longer one what stood within it', () => {
    const text = `${'x'.repeat(90)} password="${'s'.repeat(20)}"`;
    assert.equal(redactCut(cutAhead(text, 200), 200, DEFAULT_RULES), `${'x'.repeat(90)} password="[Redacted]"`);
    const longer = `password="${'s'.repeat(150)}" ${'x'.repeat(SECRET_AHEAD_CHARS - 50)}`;
    assert.equal(
      redactCut(cutAhead(longer, 200), 200, DEFAULT_RULES),
      `password="[Redacted]" ${'x'.repeat(200 - 150 - 'password="" '.length)}`,
    );
  });

  it('leaves nothing of itself where a client has cut the text and left its mark', () => {
    const stored = (message: string): string => redactCut(message, MAX_MESSAGE_LENGTH, DEFAULT_RULES);
    for (const behind of ['', '\n    at connect (/app/db.js:1:2)']) {
      assert.equal(stored(`at db://u:${SECRET}[Truncated]${behind}`), `at db://u:[Redacted][Truncated]${behind}`);
      const address = `at http://h:8080/path[Truncated]${behind}`;
      assert.equal(stored(address), address);
    }
  });

  it('of several groups is found so far behind the cut, and one word as far as the longest password', () => {
    const stored = (text: string): string => redactCut(cutAhead(text, 100), 100, DEFAULT_RULES);
    const card = '4111 1111 1111 1111';
    for (let shown = 1; shown < card.length; shown += 1) {
      const text = `${'x'.repeat(99 - shown)} ${card} ${'y '.repeat(SECRET_GROUPS_CHARS)}`;
      assert.doesNotMatch(stored(text), /4/);
    }
    assert.equal(cutAhead('x '.repeat(1000), 100).length, 100 + SECRET_GROUPS_CHARS + 1);
    assert.equal(cutAhead('x'.repeat(2 * SECRET_AHEAD_CHARS), 100).length, 100 + SECRET_AHEAD_CHARS);
  });

  it('ends a URL of another protocol in front of the part that is cut', () => {
    const long = `https://host/${'a'.repeat(URL_CHARS_MAX - 100)}`;
    for (const rest of [`?next=db://u:${SECRET}`, `?token_of_mine=1&key=${SECRET}`, `/reset/${SECRET}`]) {
      const url = cutUrl(long + rest.padEnd(300, 'p'));
      assert.ok(url.length <= URL_CHARS_MAX && url.startsWith(long.slice(0, 20)), url);
      assert.doesNotMatch(url, /hunter/);
    }
    assert.equal(cutUrl(long), long);
    const plain = `/${'a'.repeat(2 * URL_CHARS_MAX)}`;
    assert.equal(cutUrl(plain).length, URL_CHARS_MAX);
  });
});
