import type { Stats } from '../../../schemas/stats.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { SeverityDot } from '../ui/badge.tsx';
import { toCount, toShortCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { SkeletonLines } from '../ui/states.tsx';
import './attention.css';

/** The open groups with the most events, however old they are. */
export function TopErrors({ stats }: { readonly stats: Stats | undefined }) {
  const top = stats?.topErrors ?? [];
  if (stats !== undefined && top.length === 0) return null;
  return (
    <section className="card top-errors" aria-labelledby="top-errors-title">
      <header className="card-head">
        <h2 id="top-errors-title">Most frequent</h2>
        <span className="card-note">neither resolved nor ignored</span>
      </header>
      {stats === undefined && <SkeletonLines count={5} height={40} />}
      <ol>
        {top.map(({ id, message, type, count, severity }) => (
          <li key={id}>
            <Link to={toPage(`/errors/${id}`)} className="top-error">
              <SeverityDot severity={severity} />
              <span className="attention-message" dir="auto">
                {toHeadline(message, 200)}
              </span>
              <span className="top-type mono clip">{toVisible(type)}</span>
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
