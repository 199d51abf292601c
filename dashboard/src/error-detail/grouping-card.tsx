import type { Grouping } from '../../../schemas/error-group.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { LongText } from '../ui/long-text.tsx';
import { toPlace } from './to-place.ts';
import './grouping-card.css';

const MESSAGE_CHARS = 300;

/** Why these events are one group: the parts that the fingerprint was made of. */
export function GroupingCard({ grouping }: { readonly grouping: Grouping }) {
  const { version, type, message, frames, custom } = grouping;
  return (
    <section className="card grouping" aria-labelledby="grouping-title">
      <header className="card-head">
        <h2 id="grouping-title">Why these events are one</h2>
      </header>
      <div className="grouping-body">
        {custom === undefined ? (
          <>
            <p className="grouping-why">
              {frames.length === 0
                ? 'They share type and message.'
                : 'They share type, message and the first frames of your code.'}
            </p>
            <dl>
              <dt>Type</dt>
              <dd className="mono">{toVisible(type)}</dd>
              <dt>Message, without what varies</dt>
              <dd className="mono">
                <LongText text={message} shown={MESSAGE_CHARS} />
              </dd>
              {frames.length > 0 && <dt>Frames</dt>}
              {frames.map((frame, index) => (
                <dd key={index} className="mono">
                  {toVisible(frame.function ?? '(no name)')}
                  <span className="grouping-file" title={toVisible(frame.filename ?? '')}>
                    {toPlace(frame.filename ?? '').join('')}
                    {frame.lineno === undefined ? '' : `:${frame.lineno}`}
                  </span>
                </dd>
              ))}
            </dl>
          </>
        ) : (
          <>
            <p className="grouping-why">The application chose what makes them one.</p>
            <dl>
              {custom.map((part, index) => (
                <dd key={index} className="mono">
                  {toVisible(part)}
                </dd>
              ))}
            </dl>
          </>
        )}
        <p className="grouping-version">Fingerprint, version {version}</p>
      </div>
    </section>
  );
}
