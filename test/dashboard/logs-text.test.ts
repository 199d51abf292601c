import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertQuick } from '../support/assert-quick.js';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Style {
  readonly color: string | null;
  readonly ground: string | null;
  readonly isBold: boolean;
}

interface Segment {
  readonly text: string;
  readonly style: Style;
}

interface Piece extends Segment {
  readonly isMatch: boolean;
}

interface Ansi {
  toSegments(message: string): readonly Segment[];
  toPlainText(message: string): string;
}

interface Pieces {
  toPieces(segments: readonly Segment[], search: string | null): readonly Piece[];
  toPreview(segments: readonly Segment[], search: string | null): readonly Segment[];
  toCut(text: string, charsMax: number, linesMax: number): number;
}

const ESC = '\u001b';

describe('the text of a log message', () => {
  let toSegments: Ansi['toSegments'];
  let toPlainText: Ansi['toPlainText'];
  let toPieces: Pieces['toPieces'];
  let toPreview: Pieces['toPreview'];
  let toCut: Pieces['toCut'];

  before(async () => {
    ({ toSegments, toPlainText } = await loadDashboardModule<Ansi>('logs/ansi.ts'));
    ({ toPieces, toPreview, toCut } = await loadDashboardModule<Pieces>('logs/pieces.ts'));
  });

  const colorsOf = (message: string): readonly (readonly [string, string | null])[] =>
    toSegments(message).map(({ text, style }) => [text, style.color]);

  const colored: readonly [string, string, string | null][] = [
    ['a named colour', `${ESC}[31mx`, 'red'],
    ['a bright one', `${ESC}[92mx`, 'green'],
    ['black, as grey', `${ESC}[30mx`, 'gray'],
    ['white, as ordinary text', `${ESC}[37mx`, null],
    ['several codes at once', `${ESC}[1;4;33mx`, 'yellow'],
    ['the palette', `${ESC}[38;5;196mx`, 'red'],
    ['the palette with colons', `${ESC}[38:5:21mx`, 'blue'],
    ['a grey of the palette', `${ESC}[38;5;240mx`, 'gray'],
    ['red, green and blue', `${ESC}[38;2;0;200;210mx`, 'cyan'],
    ['red, green and blue with colons', `${ESC}[38:2::255:0:255mx`, 'magenta'],
    ['what comes after a colour of the palette', `${ESC}[38;5;196;34mx`, 'blue'],
    ['the 8-bit introducer', '\u009b32mx', 'green'],
    ['the end of a colour', `${ESC}[31m${ESC}[39mx`, null],
    ['a reset without a number', `${ESC}[31m${ESC}[mx`, null],
    ['a kind of underline, which is no colour', `${ESC}[4:3mx`, null],
    ['a private sequence, which is no colour', `${ESC}[>31mx`, null],
    ['more codes than any colour needs', `${ESC}[${'0;'.repeat(1000)}31mx`, null],
    ['codes that are no numbers a terminal has', `${ESC}[999999999999;300;58mx`, null],
  ];
  for (const [name, message, color] of colored) {
    it(`takes ${name}`, () => {
      assert.deepEqual(colorsOf(message), [['x', color]]);
    });
  }

  it('keeps to each style its own text', () => {
    assert.deepEqual(colorsOf(`a ${ESC}[31mred${ESC}[0m b`), [
      ['a ', null],
      ['red', 'red'],
      [' b', null],
    ]);
    const [shown] = toSegments(`${ESC}[1;41mx`);
    assert.deepEqual([shown?.style.isBold, shown?.style.ground], [true, 'red']);
  });

  const dropped: readonly [string, string, string][] = [
    ['clearing the screen and moving about', `a${ESC}[2J${ESC}[10;10Hb`, 'ab'],
    ['hiding the cursor', `a${ESC}[?25lb`, 'ab'],
    ['a window title', `a${ESC}]0;owned\u0007b`, 'ab'],
    ['a link, of which the label stays', `${ESC}]8;;javascript:x${ESC}\\label${ESC}]8;;${ESC}\\`, 'label'],
    ['the clipboard', `a${ESC}]52;c;cm0gLXJm\u0007b`, 'ab'],
    ['a device control text', `a${ESC}Pq#0;2${ESC}\\b`, 'ab'],
    ['the 8-bit forms', 'a\u009d0;t\u009cb\u0090x\u009cc', 'abc'],
    ['a character set', `a${ESC}(Bb`, 'ab'],
    ['a reset of the terminal', `a${ESC}cb`, 'ab'],
    ['an escape at the end', `a${ESC}`, 'a\\u001b'],
  ];
  for (const [name, message, shown] of dropped) {
    it(`drops ${name}`, () => {
      assert.equal(toPlainText(message), shown);
    });
  }

  it('lets a text that never ends hide nothing', () => {
    assert.equal(toPlainText(`a${ESC}]0;the rest of the message`), 'a0;the rest of the message');
    assert.equal(toPlainText(`a${ESC}[31;;;`), 'a31;;;');
  });

  it('writes out what is left of control characters, and takes a carriage return as a line break', () => {
    assert.equal(toPlainText('safe\bevil\u202egpj.exe'), 'safe\\u0008evil\\u202egpj.exe');
    assert.equal(toPlainText('10%\r50%\r\ndone'), '10%\n50%\ndone');
  });

  it('lets no control character through, whatever the message', () => {
    const parts = fc.constantFrom(
      ESC,
      `${ESC}[`,
      `${ESC}]`,
      '\u009b',
      '\u009d',
      '31',
      ';',
      'm',
      '\u0007',
      '\\',
      '\r',
      'x',
    );
    const messages = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(messages, (message) => {
        assert.doesNotMatch(toPlainText(message), /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });

  it('takes a time that grows with the text, also of one made to be slow', () => {
    const parts = [`${ESC}]`, `${ESC}[`, `${ESC}[0`, '\u009d', `${ESC} `, `${ESC}]0;x`, `${ESC}[31m`];
    const messages = [
      ...parts.map((part) => part.repeat(65_536 / part.length)),
      `${ESC}[${'0'.repeat(32_000)}${' '.repeat(32_000)}`,
      `${ESC}]${'x'.repeat(65_000)}`,
    ];
    for (const message of messages) assertQuick(500, () => toSegments(message), JSON.stringify(message.slice(0, 8)));
  });

  it('marks what was searched for, in any case and over the edges of styles', () => {
    const pieces = toPieces(toSegments(`The t${ESC}[31mimeout${ESC}[0m, a TIMEOUT.`), 'timeout');
    const marked = pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text);
    assert.deepEqual(marked, ['t', 'imeout', 'TIMEOUT']);
    assert.equal(pieces.map(({ text }) => text).join(''), 'The timeout, a TIMEOUT.');
  });

  it('takes what is searched for as it stands, and loses no text', () => {
    const marks = (text: string, search: string): number =>
      toPieces(toSegments(text), search).filter(({ isMatch }) => isMatch).length;
    assert.deepEqual([marks('a.b', '.'), marks('ab', '.'), marks('(a)[b]', '(a)['), marks('aaaa', 'a')], [1, 0, 1, 1]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, search) => {
        const segments = toSegments(text);
        const shown = segments.map((segment) => segment.text).join('');
        assert.equal(
          toPieces(segments, search)
            .map((piece) => piece.text)
            .join(''),
          shown,
        );
      }),
    );
  });

  it('previews the first line that says something, or the place of the first match', () => {
    const preview = (message: string, search: string | null): string =>
      toPreview(toSegments(message), search)
        .map(({ text }) => text)
        .join('');
    assert.equal(preview('\n\nfirst\nsecond', null), 'first');
    assert.equal(preview('first\nsecond', 'SEC'), '… second');
    assert.match(preview(`${'x'.repeat(5000)}needle${'y'.repeat(5000)}`, 'needle'), /^… x{40}needley+ …$/);
    assert.equal(preview('x'.repeat(60_000), null).length, 402);
    assert.equal(preview('', null), '');
  });

  it('cuts a message at a number of characters or of lines, whichever comes first', () => {
    assert.deepEqual([toCut('abcdef', 3, 10), toCut('a\nb\nc', 10, 2), toCut('abc', 10, 10)], [3, 3, 3]);
  });
});
