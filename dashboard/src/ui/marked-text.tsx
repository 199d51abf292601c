import { REDACTED } from '../../../src/constants.ts';
import { toVisible } from './hostile-text.ts';
import './marked-text.css';

const SECRET = new RegExp(`(${toLiteral(REDACTED)})`);

interface MarkedTextProps {
  readonly text: string;
  /** Where this stands in the text, it is marked; whatever the case of its letters. */
  readonly find?: string;
}

/** Text of an event, with what was taken out of it visible as such. */
export function MarkedText({ text, find = '' }: MarkedTextProps) {
  return toVisible(text)
    .split(SECRET)
    .map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className="redacted" title="A secret stood here; it was never stored">
          <FoundText text={part} find={find} />
        </span>
      ) : (
        <FoundText key={index} text={part} find={find} />
      ),
    );
}

function FoundText({ text, find }: Required<MarkedTextProps>) {
  if (find === '') return text;
  return text
    .split(new RegExp(`(${toLiteral(find)})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** A pattern in which every character is itself. */
function toLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
