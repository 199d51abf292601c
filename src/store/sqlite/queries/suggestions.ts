import { SUGGESTIONS_MAX } from '../../../../schemas/limits.js';
import type { SuggestionsQuery } from '../../../../schemas/query.js';
import type { FacetTerm } from '../../../answers/facet-terms.js';
import {
  type ReadValues,
  suggestionsJson,
  toSuggestions,
  toUserValues,
  toValueSuggestions,
} from '../../../answers/suggestions.js';
import { TAG_PREFIX } from '../../../facets.js';
import { SUGGESTED_FROM_MAX, SUGGESTED_TEXTS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { unpackedDetails } from '../packed-details.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';

/** What a query may go on with: keys, and values from what is stored. */
export function openSuggestionReads(db: ReadableDb): (query: SuggestionsQuery) => string {
  const projects = openProjectQueries(db);
  const readOf = openValues(db);
  return ({ projectId: name, query = '' }) => {
    const found = toSuggestions(query);
    if ('known' in found) return suggestionsJson(found.from, found.known);
    const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
    return suggestionsJson(found.from, toValueSuggestions(readOf(projectId)(found.key, found.part)));
  };
}

function openValues(db: ReadableDb): (projectId: number) => ReadValues<string[]> {
  const names = (name: string, where: string) =>
    db
      .prepare<{ part: string; projectId?: number }, string>(
        `SELECT name FROM (SELECT ${name} AS name FROM error_groups ${where}
           ORDER BY last_seen_at_ms DESC, id DESC LIMIT ${SUGGESTED_FROM_MAX})
         WHERE name <> '' AND instr(lower(name), :part) > 0
         GROUP BY name ORDER BY count(*) DESC, name LIMIT ${SUGGESTIONS_MAX}`,
      )
      .pluck();
  const [ofAll, ofProject] = [toNames(names, ''), toNames(names, 'WHERE project_id = :projectId')];
  const newest = `SELECT project_id, ${unpackedDetails('details')} AS details FROM events ORDER BY id DESC LIMIT ${SUGGESTED_FROM_MAX}`;
  const own = `:projectId IN (${EVERY_PROJECT_ID}, project_id)`;
  const users = db
    .prepare<{ projectId: number }, string>(
      `SELECT details FROM (${newest}) WHERE ${own} AND instr(details, '"user"') > 0 LIMIT ${SUGGESTED_TEXTS_MAX}`,
    )
    .pluck();
  const facets = openFacetValues(db);
  return (projectId) => (key, part) => {
    if (key === 'user') return toUserValues(users.all({ projectId }), part);
    if (key !== 'type' && key !== 'file') return facets({ key, projectId, part });
    return projectId === EVERY_PROJECT_ID ? ofAll[key].all({ part }) : ofProject[key].all({ part, projectId });
  };
}

/** What is counted by name in the project, the most frequent first; tags with their names. */
function openFacetValues(db: ReadableDb) {
  const read = (facets: string, text: string) =>
    db
      .prepare<{ key: string; projectId: number; part: string }, string>(
        `SELECT text FROM (
           SELECT ${text} AS text, c.count FROM facet_names f JOIN facet_counts c ON c.scope_id = :projectId AND c.facet_id = f.id
             JOIN facet_names n ON n.id = c.value_id WHERE ${facets} AND f.value = '' AND n.value <> '')
         WHERE instr(lower(text), :part) > 0 ORDER BY count DESC, text LIMIT ${SUGGESTIONS_MAX}`,
      )
      .pluck();
  const ofFacet = read('f.facet = :key', 'n.value');
  const ofTags = read(
    `f.facet >= :key || ':' AND f.facet < :key || ';'`,
    `substr(n.facet, ${TAG_PREFIX.length + 1}) || '=' || n.value`,
  );
  return (asked: { readonly key: FacetTerm['key']; readonly projectId: number; readonly part: string }) =>
    (asked.key === 'tag' ? ofTags : ofFacet).all(asked);
}

function toNames<S>(prepare: (name: string, where: string) => S, where: string): Readonly<Record<'type' | 'file', S>> {
  return { type: prepare('type', where), file: prepare('substr(culprit, 1, instr(culprit, char(10)) - 1)', where) };
}
