import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toOneLine, toTerminalText, toTextLines, toWidth } from '../../src/cli/terminal-text.js';

describe('toTerminalText', () => {
  const cases: readonly [string, string, string][] = [
    ['a colour', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['a window title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['an 8-bit control sequence', '\u009b2J', '\\u009b2J'],
    ['carriage return and backspace', 'safe\r\bevil', 'safe\\u000d\\u0008evil'],
    ['line breaks of every kind', 'a\nb\u0085c\u2028d\u2029e', 'a\\u000ab\\u0085c\\u2028d\\u2029e'],
    ['NUL and DEL', '\u0000\u007f', '\\u0000\\u007f'],
    ['overrides of direction', '\u202egpj.exe\u202c', '\\u202egpj.exe\\u202c'],
    ['isolates and marks of direction', '\u2066a\u2069\u200e\u200f\u061c', '\\u2066a\\u2069\\u200e\\u200f\\u061c'],
  ];
  for (const [name, text, shown] of cases) {
    it(`shows ${name} instead of obeying it`, () => {
      assert.equal(toTerminalText(text), shown);
    });
  }

  it('leaves ordinary text of any script alone', () => {
    const text = 'Grüße, 世界, שלום, 👩‍🚀 "C:\\dir" ~ 100 %';
    assert.equal(toTerminalText(text), text);
  });

  it('keeps JSON the same JSON', () => {
    const value = { path: '\u001b[2J\u009b\u202e', n: 1 };
    assert.deepEqual(JSON.parse(toTerminalText(JSON.stringify(value))), value);
  });

  it('lets no control character through, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = toTerminalText(text);
        assert.doesNotMatch(shown, /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
        assert.equal(toTerminalText(shown), shown);
      }),
    );
  });
});

describe('toOneLine', () => {
  const cases: readonly [string, string, number, string][] = [
    ['a short text as it is', 'as it is', 8, 'as it is'],
    ['a longer one cut with a mark', 'as it is', 7, 'as it…'],
    ['breaks as spaces', 'a\n\tb\r\nc\u2028d', 20, 'a b c d'],
    ['an escape sequence as text', '\u001b[2Jx', 20, '\\u001b[2Jx'],
    ['wide characters by their columns', '世界世界', 5, '世界…'],
    ['no half of a pair', 'a😀😀', 4, 'a😀…'],
    ['nothing where there is no room', 'a', 0, ''],
  ];
  for (const [name, text, columns, shown] of cases) {
    it(`shows ${name}`, () => {
      assert.equal(toOneLine(text, columns), shown);
    });
  }

  it('never is wider than it may be, nor of two lines, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        const shown = toOneLine(text, columns);
        assert.ok(toWidth(shown) <= columns);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }),
    );
  });

  it('takes no longer for a long text than for what is shown of it', () => {
    assert.equal(toOneLine(' '.repeat(50_000_000), 10), '…');
  });
});

describe('toTextLines', () => {
  it('tells lines apart, each of them safe, and how much is missing past the limit', () => {
    assert.deepEqual(toTextLines('a\r\n\tb\u001b', 6), ['a', '  b\\u001b']);
    assert.deepEqual(toTextLines('abcdef', 5), ['abcde', '… 1 more character']);
  });
});
