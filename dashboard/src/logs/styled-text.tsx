import type { AnsiStyle } from './ansi.ts';
import type { Piece } from './pieces.ts';
import './ansi.css';

/** Text of a message with its colours, and with what was searched for marked. */
export function StyledText({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, style, isMatch }, index) => {
    const className = toClassName(style);
    // Pieces have no identity but their place.
    if (isMatch) {
      return (
        <mark key={index} className={className}>
          {text}
        </mark>
      );
    }
    if (className === undefined) return text;
    return (
      <span key={index} className={className}>
        {text}
      </span>
    );
  });
}

function toClassName(style: AnsiStyle): string | undefined {
  const { color, ground, isInverse } = style;
  const tint = isInverse ? (color ?? 'gray') : ground;
  const names = [
    tint === null ? color !== null && `ansi-${color}` : `ansi-on-${tint}`,
    style.isBold && 'ansi-bold',
    style.isDim && tint === null && color === null && 'ansi-gray',
    style.isItalic && 'ansi-italic',
    style.isUnderlined && 'ansi-underlined',
    style.isStruck && 'ansi-struck',
  ].filter((name) => name !== false);
  return names.length === 0 ? undefined : names.join(' ');
}
