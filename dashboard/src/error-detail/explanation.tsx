import type { ErrorGroupDetail, ExplanationEvidence } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { Icon } from '../ui/icon.tsx';
import { Evidence } from './evidence.tsx';
import { FailedRequest } from './failed-request.tsx';
import './explanation.css';

interface ExplanationProps {
  readonly group: ErrorGroupDetail['error'];
  readonly event: EventRecord | null;
}

/** What the error means and what to do, when a pattern knows it; words out of the event show where that says them. */
export function Explanation({ group, event }: ExplanationProps) {
  const { explanation, explanationTitle, suggestion, explanationEvidence = [] } = group;
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
        <p>{toShown(meaning.trimEnd(), explanationEvidence)}</p>
        {suggestion !== undefined && (
          <p className="explanation-todo">
            <strong>What to do</strong> {toWords(suggestion)}
          </p>
        )}
        {event !== null && <FailedRequest event={event} />}
      </div>
    </section>
  );
}

/** The text with its evidence, which stands in the order of the words. */
function toShown(text: string, evidence: readonly ExplanationEvidence[]) {
  let end = 0;
  const shown = evidence.map((one) => {
    const before = text.slice(end, one.start);
    end = one.end;
    // The backticks around the words are how a plain text marks code.
    return (
      <span key={one.start}>
        {toWords(before)}
        <Evidence words={text.slice(one.start + 1, one.end - 1)} evidence={one} />
      </span>
    );
  });
  return [...shown, <span key="rest">{toWords(text.slice(end))}</span>];
}

/** The patterns write code between backticks. */
function toWords(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
