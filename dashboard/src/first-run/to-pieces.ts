export interface Piece {
  readonly kind: 'comment' | 'key' | 'text' | 'word' | 'number' | 'plain';
  readonly text: string;
}

/** Comments, keys, texts, words of the language and numbers, of scripts and of JSON; what is left is plain. */
const PIECES =
  /(?<comment>(?<=\s)\/\/.*)|(?<key>"[^"\n]*"(?=:))|(?<text>'[^'\n]*'|"[^"\n]*")|(?<word>\b(?:const|let|export|async|await|function|return|if|else|new|instanceof|curl)\b)|(?<number>(?<![\w:/.@])\d+\b)/g;

const KINDS = ['comment', 'key', 'text', 'word', 'number'] as const;

/** Cuts one of our snippets into what is coloured alike. */
export function toPieces(code: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of code.matchAll(PIECES)) {
    const [text] = match;
    const kind = KINDS.find((name) => match.groups?.[name] !== undefined) ?? 'plain';
    if (match.index > at) pieces.push({ kind: 'plain', text: code.slice(at, match.index) });
    pieces.push({ kind, text });
    at = match.index + text.length;
  }
  return at < code.length ? [...pieces, { kind: 'plain', text: code.slice(at) }] : pieces;
}
