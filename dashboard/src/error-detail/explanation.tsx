import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { Icon } from '../ui/icon.tsx';
import './explanation.css';

/** What the error means and what to do, when a pattern knows it. */
export function Explanation({ group }: { readonly group: ErrorGroupDetail['error'] }) {
  const { explanation, explanationTitle, suggestion } = group;
  if (explanation === undefined) return null;
  // The explanation ends with the suggestion; apart they read better.
  const meaning =
    suggestion !== undefined && explanation.endsWith(suggestion)
      ? explanation.slice(0, -suggestion.length)
      : explanation;
  return (
    <section className="card explanation" aria-labelledby="explanation-title">
      <span className="explanation-icon">
        <Icon name="bulb" />
      </span>
      <div className="explanation-text">
        <h2 id="explanation-title">{explanationTitle ?? 'What it means'}</h2>
        <p>{toWords(meaning.trim())}</p>
        {suggestion !== undefined && (
          <p className="explanation-todo">
            <strong>What to do</strong> {toWords(suggestion)}
          </p>
        )}
      </div>
    </section>
  );
}

/** The patterns write code between backticks. */
function toWords(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
