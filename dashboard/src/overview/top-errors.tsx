import type { Stats } from '../../../schemas/stats.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { type ChosenTime, toTimeParameters, toTimeWords } from '../router/time-range.ts';
import { SeverityDot } from '../ui/badge.tsx';
import { toCount, toShortCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { SkeletonLines } from '../ui/states.tsx';
import './attention.css';

interface TopErrorsProps {
  readonly stats: Stats | undefined;
  readonly time: ChosenTime;
}

/** The open groups with the most events in the chosen time. */
export function TopErrors({ stats, time }: TopErrorsProps) {
  const top = stats?.topErrors ?? [];
  if (stats !== undefined && top.length === 0) return null;
  return (
    <section className="card top-errors" aria-labelledby="top-errors-title">
      <header className="card-head">
        <h2 id="top-errors-title">Most frequent</h2>
        <span className="card-note">open, by events in {toTimeWords(time)}</span>
      </header>
      {stats === undefined && <SkeletonLines count={5} height={40} />}
      <ol>
        {top.map(({ id, message, type, count, severity }) => (
          <li key={id}>
            <Link to={toPage(`/errors/${id}`, toTimeParameters(time))} className="top-error">
              <SeverityDot severity={severity} isNamed={false} />
              <span className="attention-message" dir="auto">
                {toHeadline(message, 200)}
              </span>
              <span className="top-facts clip">
                {severity} <span className="top-type mono">{toVisible(type)}</span>
              </span>
              <span className="top-count num" title={toCount(count)}>
                {toShortCount(count)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
