import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactRecord } from '../../../clients/core/redact.js';
import { HeaderTexts, parseHead } from '../../../clients/node/src/header-texts.js';
import {
  HEADER_FIELD_CHARS_MAX,
  HEADER_FIELDS_MAX,
  HEADER_LINES_MAX,
  HEADER_SET_CHARS_MAX,
  HEADER_SETS_MAX,
  HEADER_TEXTS_MAX,
} from '../../../clients/node/src/limits.js';

const toRedacted = (headers: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify((redactRecord({ headers }) as { headers: unknown }).headers));

const anyName = fc.oneof(
  fc.constantFrom('authorization', 'Cookie', 'x-api-key', 'name', 'key', 'value', 'Value', '__proto__', 'referer', '7'),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
);
const anyValue = fc.oneof(
  fc.constantFrom('authorization', 'https://u:hunter2@host/?token=hunter2', '{"password":"hunter2"}', 'a="é\\"', ''),
  fc.string(),
  fc.string({ minLength: HEADER_FIELD_CHARS_MAX, maxLength: HEADER_FIELD_CHARS_MAX + 1 }),
);
const anyHeaders = fc.dictionary(anyName, fc.oneof(anyValue, fc.array(anyValue), fc.constant(undefined)));

describe('the headers of a request record', () => {
  it('are what redaction leaves of them, asked for the first time and again', () => {
    const texts = new HeaderTexts();
    fc.assert(
      fc.property(anyHeaders, (headers) => {
        for (const time of ['first', 'again']) {
          assert.deepEqual(JSON.parse(texts.toJson(headers)), toRedacted(headers), time);
        }
      }),
    );
  });

  it('are the same for the head of an answer as for what it says', () => {
    const texts = new HeaderTexts();
    const lines = fc.array(fc.tuple(anyName, fc.stringMatching(/^[\x21-\x7e]{0,40}$/)), { maxLength: 12 });
    fc.assert(
      fc.property(lines, (list) => {
        const head = ['HTTP/1.1 200 OK', ...list.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
        for (const time of ['first', 'again']) {
          assert.deepEqual(JSON.parse(texts.toJsonOfHead(head)), toRedacted(parseHead(head)), time);
        }
      }),
    );
  });

  for (const count of [HEADER_FIELDS_MAX, HEADER_FIELDS_MAX + 1, HEADER_TEXTS_MAX, HEADER_TEXTS_MAX + 1]) {
    it(`are all there when they are ${count}, each time with another value`, () => {
      const texts = new HeaderTexts();
      for (let time = 0; time < 3; time++) {
        const headers = Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`x-${index}`, `${time}-${index}`]),
        );
        assert.deepEqual(JSON.parse(texts.toJson(headers)), headers);
      }
    });
  }

  for (const count of [HEADER_SETS_MAX, HEADER_SETS_MAX + 1]) {
    it(`are those of each client when ${count} take turns, in whatever order`, () => {
      const texts = new HeaderTexts();
      const anyTurns = fc.array(fc.nat({ max: count - 1 }), { minLength: count });
      fc.assert(
        fc.property(anyTurns, (turns) => {
          for (const client of turns) {
            const headers = { host: 'shop', 'user-agent': String(client), [client % 2 === 0 ? 'te' : 'dnt']: '1' };
            assert.deepEqual(JSON.parse(texts.toJson(headers)), headers);
          }
        }),
      );
    });
  }

  for (const chars of [HEADER_SET_CHARS_MAX, HEADER_SET_CHARS_MAX + 1]) {
    it(`are the same again when they have ${chars} characters`, () => {
      const texts = new HeaderTexts();
      const headers = { x: 'a'.repeat(chars - 1) };
      for (const time of ['first', 'again']) assert.deepEqual(JSON.parse(texts.toJson(headers)), headers, time);
    });
  }

  it('are others when one is missing, added, or in another place', () => {
    const texts = new HeaderTexts();
    for (const headers of [{ a: '1', b: '2' }, { a: '1' }, { a: '1', b: '2', c: '3' }, { b: '2', a: '1' }, {}]) {
      assert.equal(texts.toJson(headers), JSON.stringify(headers));
    }
  });

  it('of an answer are read to a limit', () => {
    const lines = Array.from({ length: HEADER_LINES_MAX + 1 }, (_, index) => `x-${index}: ${index}`);
    const json = new HeaderTexts().toJsonOfHead(['HTTP/1.1 200 OK', ...lines].join('\r\n'));
    assert.equal(Object.keys(JSON.parse(json) as object).length, HEADER_LINES_MAX - 1);
  });
});
