// Facets of an error in words, for terminals and assistants. What they say comes from events: fence it, or clean it.

import { Facets } from '../../schemas/facets.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { compileBody } from '../validate.js';
import type { Reader } from './reader.js';

const validateFacets = compileBody(Facets);

/** Whom an error affects, a line each; none where the daemon does not tell. */
export async function readFacetLines(reader: Reader, errorId: string): Promise<readonly string[]> {
  const facets = await reader.readById(`${ERRORS_ENDPOINT}/${encodeURIComponent(errorId)}/facets`, validateFacets);
  return facets === null ? [] : toFacetLines(facets);
}

/** Values of a facet that are told. */
const VALUES_TOLD_MAX = 3;
/** Facets that are told: the fixed ones, and a few tags. */
const FACETS_TOLD_MAX = 12;

/** Users and releases, then what distinguishes it, then the top values of each facet; a line each. */
function toFacetLines(facets: Facets): readonly string[] {
  const { users, usersApproximate, firstRelease, lastRelease, distinctions } = facets;
  return [
    ...(users > 0 ? [`users: ${usersApproximate ? 'about ' : ''}${users}`] : []),
    ...(firstRelease === undefined ? [] : [`releases: first ${firstRelease}, last ${lastRelease ?? firstRelease}`]),
    ...distinctions.map(
      ({ facet, value, share, elsewhere }) =>
        `${toPercent(share)} ${facet} ${value}, elsewhere ${toPercent(elsewhere)}`,
    ),
    ...facets.facets.slice(0, FACETS_TOLD_MAX).map(({ facet, values }) => {
      const told = values.slice(0, VALUES_TOLD_MAX).map(({ value, share }) => `${value} (${toPercent(share)})`);
      const rest = values.length > VALUES_TOLD_MAX ? ', …' : '';
      return `${facet}: ${told.join(', ')}${rest}`;
    }),
  ];
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
