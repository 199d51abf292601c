import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { GroupParts } from '../merge/group-parts.tsx';
import { GroupSplits, SplitButton } from '../merge/group-splits.tsx';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { LongText } from '../ui/long-text.tsx';
import { GroupingCompare } from './grouping-compare.tsx';
import { toPlace } from './to-place.ts';
import './grouping-card.css';

const MESSAGE_CHARS = 300;

type GroupedError = Pick<ErrorGroupDetail['error'], 'id' | 'projectId' | 'grouping'>;

interface GroupingCardProps {
  readonly group: GroupedError;
  /** What people made the group of, and took out of it. */
  readonly byHand: Pick<ErrorGroupDetail, 'parts' | 'splits' | 'splitFrom'>;
  /** The one that is shown; null while it is being read. */
  readonly event: EventRecord | null;
}

/** Why these events are one group: the parts that the fingerprint was made of. */
export function GroupingCard({ group, byHand, event }: GroupingCardProps) {
  const { version, type, message, frames, custom, cause, place, replaced = [], rule: ruleName } = group.grouping;
  // 3 and 4 are the rules 1 and 2 by mapped frames.
  const rule = version > 2 ? version - 2 : version;
  return (
    <section className="card grouping" aria-labelledby="grouping-title">
      <header className="card-head">
        <h2 id="grouping-title">Why these events are one</h2>
        <SplitButton groupId={group.id} event={event} />
      </header>
      <div className="grouping-body">
        <GroupParts groupId={group.id} parts={byHand.parts ?? []} />
        <GroupSplits {...byHand} />
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
                <LongText text={message === '' ? toHeadline('') : message} shown={MESSAGE_CHARS} />
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
              {cause !== undefined && <dt>Cause</dt>}
              {cause !== undefined && <dd className="mono">{toVisible(cause)}</dd>}
              {place !== undefined && <dt>Place</dt>}
              {place !== undefined && <dd className="mono">{toVisible(place)}</dd>}
            </dl>
          </>
        ) : (
          <Custom parts={custom} rule={ruleName} />
        )}
        <Replacements replaced={replaced} />
        <p className="grouping-version">
          Fingerprint, version {rule}
          {rule !== version && ', by the frames that source maps tell'}
        </p>
        {rule === 1 && group.projectId !== undefined && (
          <GroupingCompare errorId={group.id} projectId={group.projectId} />
        )}
      </div>
    </section>
  );
}

interface CustomProps {
  readonly parts: readonly string[];
  /** The name of the rule that they are of; undefined where the client sent them. */
  readonly rule: string | undefined;
}

/** What stands in the place of the parts. */
function Custom({ parts, rule }: CustomProps) {
  return (
    <>
      <p className="grouping-why">
        {rule === undefined
          ? 'The application chose what makes them one.'
          : `A rule of the project makes them one: ${toVisible(rule)}.`}
      </p>
      <dl>
        <dt>Fingerprint</dt>
        {parts.map((part, index) => (
          <dd key={index} className="mono">
            {toVisible(part)}
          </dd>
        ))}
      </dl>
    </>
  );
}

/** What was left out of the parts, or replaced in them, and by which rule. */
function Replacements({ replaced }: { readonly replaced: NonNullable<GroupedError['grouping']['replaced']> }) {
  if (replaced.length === 0) return null;
  return (
    <>
      <h3 className="grouping-why">What was replaced</h3>
      <ul className="grouping-replaced">
        {replaced.map(({ part, text, by, rule }, index) => (
          <li key={index}>
            <span className="mono">{toVisible(text)}</span> {by === '' ? 'left out' : 'by '}
            {by !== '' && <span className="mono">{toVisible(by)}</span>}
            <span className="grouping-rule">
              {toVisible(part)}: {toVisible(rule)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
