import { useState } from 'react';
import type { Distinction, Facet, Facets } from '../../../schemas/facets.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toAmount, toCount, toShortCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { SkeletonLines } from '../ui/states.tsx';
import './facets.css';

/** Values of one facet that are shown at once; the others that the daemon names are a click away. */
const VALUES_SHOWN = 4;

interface FacetsCardProps {
  readonly title: string;
  /** Undefined while it is read. */
  readonly facets: Facets | undefined;
}

/** Who is affected and by what events differ; each value leads to the errors that have it. */
export function FacetsCard({ title, facets }: FacetsCardProps) {
  const shown = facets?.facets.filter(({ values }) => values.length > 0) ?? [];
  return (
    <section className="card facets" aria-labelledby="facets-title">
      <header className="card-head">
        <h2 id="facets-title">{title}</h2>
        {facets !== undefined && <span className="card-note num">{toUsers(facets)}</span>}
      </header>
      {facets === undefined && <SkeletonLines count={4} height={24} />}
      {facets !== undefined && shown.length === 0 && (
        <p className="facets-none">Events say neither release, browser, user nor tags.</p>
      )}
      {facets !== undefined && facets.distinctions.length > 0 && (
        <ul className="facet-distinctions" aria-label="What sets it apart from the other errors of its project">
          {facets.distinctions.map((distinction) => (
            <li key={distinction.facet}>
              <DistinctionLine {...distinction} />
            </li>
          ))}
        </ul>
      )}
      {shown.map((facet) => (
        <FacetValues key={facet.facet} facet={facet} />
      ))}
    </section>
  );
}

function toUsers({ users, usersApproximate }: Facets): string {
  return usersApproximate ? `about ${toShortCount(users)} users` : toAmount(users, 'user');
}

function DistinctionLine({ facet, value, share, elsewhere }: Distinction) {
  return (
    <>
      <b>
        {toPercent(share)} {toVisible(value)}
      </b>{' '}
      <span className="facet-elsewhere">
        ({toFacetName(facet)}), elsewhere {toPercent(elsewhere)}
      </span>
    </>
  );
}

function FacetValues({ facet: { facet, count, values } }: { readonly facet: Facet }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? values : values.slice(0, VALUES_SHOWN);
  const rest = count - shown.reduce((sum, value) => sum + value.count, 0);
  return (
    <div className="facet">
      <h3>{toFacetName(facet)}</h3>
      <ul>
        {shown.map(({ value, count: events, share }) => (
          <li key={value}>
            <Link
              to={toPage('/errors', { status: 'all', facet: `${facet}=${value}` })}
              className="facet-value"
              title={`${toAmount(events, 'event')}: errors with this ${toFacetName(facet)}`}
            >
              <span className="facet-fill" style={{ width: `${Math.max(1.5, share * 100)}%` }} />
              <span className="facet-name" dir="auto">
                {toVisible(value)}
              </span>
              <span className="facet-share num">{toPercent(share)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {values.length > VALUES_SHOWN && (
        <button
          type="button"
          className="facet-more text-link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Fewer' : `${toCount(values.length - VALUES_SHOWN)} more`}
          <span className="visually-hidden"> of {toFacetName(facet)}</span>
        </button>
      )}
      {rest > 0 && <p className="facet-rest num">{toCount(rest)} with others</p>}
    </div>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  browserVersion: 'browser version',
  os: 'system',
  url: 'route',
};

/** What a facet is called in a sentence. */
export function toFacetName(facet: string): string {
  return NAMES[facet] ?? toVisible(facet.replace(/^tag:/, 'tag '));
}

function toPercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? '<1' : Math.round(percent)} %`;
}
