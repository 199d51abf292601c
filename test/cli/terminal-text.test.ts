import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toTerminalText } from '../../src/cli/terminal-text.js';

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
