import assert from 'node:assert/strict';
import { MCP_CURSOR_CHARS_MAX, MCP_TOKENS_DEFAULT, MCP_TOKENS_MAX, MCP_TOKENS_MIN } from '../../schemas/limits.js';
import { Refusal } from '../../src/lookup/reader.js';
import { compose, type Part } from '../../src/mcp/answer.js';
import { parseCursor, toCursor } from '../../src/mcp/cursor.js';
import { openFence } from '../../src/mcp/fence.js';
import { MCP_LINE_CHARS_MAX, MCP_TOKEN_BYTES } from '../../src/mcp/limits.js';

const fence = openFence();
const eventId = 'e'.repeat(60);
const answer = (parts: readonly Part[], maxTokens: number): string =>
  compose({
    head: ['head'],
    parts,
    fence,
    maxTokens,
    toCursor: (part, line) => toCursor({ part, line, eventId }),
  });

const part = (name: string, lines: readonly string[], share = 0.2): Part => ({ name, title: name, lines, share });
const many = (text: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${i} ${text}`);

describe('an answer within its budget', () => {
  it('tells everything that has room, without a word of what is left out', () => {
    const text = answer([part('first', ['a', 'b']), part('second', ['c']), part('third', [])], MCP_TOKENS_DEFAULT);
    assert.equal(
      text,
      ['head', '', '## first', ...fence.enclose(['a', 'b']), '', '## second', ...fence.enclose(['c'])].join('\n'),
    );
  });

  for (const maxTokens of [MCP_TOKENS_MIN, MCP_TOKENS_DEFAULT, MCP_TOKENS_MAX]) {
    it(`stays within ${maxTokens} tokens of MCP_TOKEN_BYTES bytes each, and uses most of them`, () => {
      const names = ['error', 'explanation', 'stack', 'causes', 'timeline', 'similar', 'context', 'breadcrumbs'];
      for (const text of ['x', 'x'.repeat(MCP_LINE_CHARS_MAX), '漢'.repeat(100)]) {
        const bytes = Buffer.byteLength(
          answer(
            names.map((name) => part(name, many(text, 3000))),
            maxTokens,
          ),
        );
        assert.ok(bytes <= maxTokens * MCP_TOKEN_BYTES, `${bytes} bytes`);
        const unused = maxTokens * MCP_TOKEN_BYTES - bytes;
        // A part that gets no line leaves the room of its title, and the next line did not fit.
        assert.ok(unused < 8 * 80 + MCP_LINE_CHARS_MAX + 50, `${unused} bytes unused`);
      }
    });
  }

  it('gives each part its share, and what is left to the first that want more', () => {
    const text = answer([part('first', many('x'.repeat(90), 500), 0.5), part('second', ['last'])], 1000);
    assert.ok(text.includes('last'));
    const [, shown] = /- first, (\d+) of 500 lines/.exec(text) ?? [];
    assert.ok(500 - Number(shown) > 20, `${shown} are left out`);
  });

  it('names each part that is cut, with a cursor where it goes on', () => {
    const text = answer([part('stack', many('stack', 1000)), part('logs', many('logs', 1000))], MCP_TOKENS_MIN);
    for (const name of ['stack', 'logs']) {
      const [, left, cursor = ''] = new RegExp(`- ${name}, (\\d+) of 1000 lines: (\\S+)`).exec(text) ?? [];
      const place = parseCursor(cursor);
      assert.deepEqual(place, { part: name, line: 1000 - Number(left), eventId });
      assert.ok(text.includes(`\n${place.line - 1} ${name}`) && !text.includes(`\n${place.line} ${name}`));
    }
  });
});

describe('a cursor', () => {
  it('comes back as it was, with an id that is any text', () => {
    for (const id of [null, 'ev-1', '漢 \u0000"', 'x'.repeat(72)]) {
      assert.deepEqual(parseCursor(toCursor({ part: 'stack', line: 41, eventId: id })), {
        part: 'stack',
        line: 41,
        eventId: id,
      });
    }
  });

  it('leaves an id out that would fill the answer', () => {
    assert.equal(toCursor({ part: 'stack', line: 1, eventId: 'x'.repeat(73) }), 'stack.1');
  });

  it('is refused where it is none, and past MCP_CURSOR_CHARS_MAX', () => {
    for (const text of [
      '',
      'stack',
      'stack.',
      'stack.x',
      '../1.2',
      'stack.1.é',
      'x'.repeat(MCP_CURSOR_CHARS_MAX + 1),
    ]) {
      assert.throws(() => parseCursor(text), Refusal);
    }
  });
});
