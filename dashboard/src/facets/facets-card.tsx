import { useState } from 'react';
import type { Distinction, Facet, Facets, FacetValue } from '../../../schemas/facets.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toAmount, toCount, toShortCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import './facets.css';

/** Values of one facet that are shown at once; the others that the daemon names are a click away. */
const VALUES_SHOWN = 4;

interface FacetsCardProps {
  readonly title: string;
  /** Undefined while it is read. */
  readonly facets: Facets | undefined;
  /** On the page of one error: its events that have a value. */
  readonly own?: OwnEvents;
}

interface OwnEvents {
  toHref(facet: string, value: string): string;
  isChosen(facet: string, value: string): boolean;
}

/** Who is affected and by what events differ. Each value leads to the errors that have it; of one error first to its events. */
export function FacetsCard({ title, facets, own }: FacetsCardProps) {
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
        <FacetValues key={facet.facet} facet={facet} own={own} />
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

interface FacetValuesProps {
  readonly facet: Facet;
  readonly own: OwnEvents | undefined;
}

function FacetValues({ facet: { facet, count, values }, own }: FacetValuesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? values : values.slice(0, VALUES_SHOWN);
  const rest = count - shown.reduce((sum, value) => sum + value.count, 0);
  return (
    <div className="facet">
      <h3>{toFacetName(facet)}</h3>
      <ul>
        {shown.map((value) => (
          <li key={value.value} className="facet-row">
            <Value facet={facet} value={value} own={own} />
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

interface ValueProps {
  readonly facet: string;
  readonly value: FacetValue;
  readonly own: OwnEvents | undefined;
}

function Value({ facet, value: { value, count, share }, own }: ValueProps) {
  const toAll = toPage('/errors', { status: 'all', facet: `${facet}=${value}` });
  const name = toFacetName(facet);
  const isChosen = own?.isChosen(facet, value) === true;
  const what = own === undefined ? `errors with this ${name}` : isChosen ? 'show all events' : 'show only these';
  return (
    <>
      <Link
        to={own?.toHref(facet, value) ?? toAll}
        className="facet-value"
        title={`${toAmount(count, 'event')}: ${what}`}
        {...(isChosen && { 'aria-current': 'true' as const })}
      >
        <span className="facet-fill" style={{ width: `${Math.max(1.5, share * 100)}%` }} />
        <span className="facet-name" dir="auto">
          {toVisible(value)}
        </span>
        <span className="facet-share num">{toPercent(share)}</span>
      </Link>
      {own !== undefined && (
        <Link to={toAll} className="facet-all" title={`All errors with this ${name}`}>
          <Icon name="arrowRight" />
          <span className="visually-hidden">
            All errors with {name} {toVisible(value)}
          </span>
        </Link>
      )}
    </>
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
