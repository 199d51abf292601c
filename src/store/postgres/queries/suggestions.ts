import { SUGGESTIONS_MAX } from '../../../../schemas/limits.js';
import type { SuggestionsQuery } from '../../../../schemas/query.js';
import { join, type Values, when } from '../../../answers/condition.js';
import type { FacetTerm } from '../../../answers/facet-terms.js';
import { suggestionsJson, toSuggestions, toUserValues, toValueSuggestions } from '../../../answers/suggestions.js';
import { TAG_PREFIX } from '../../../facets.js';
import { SUGGESTED_FROM_MAX, SUGGESTED_TEXTS_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import { PROJECT_SCOPE } from '../tables/facet-counts.js';
import { newestEvents } from './event-filters.js';
import { ofEachProject, ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { toPattern } from './search.js';
import { ask } from './statement.js';

/** The answer `Suggestions`: keys, and values from what is stored. */
export async function suggestGroups(db: Queries, { projectId, query = '' }: SuggestionsQuery): Promise<string> {
  const found = toSuggestions(query);
  if ('known' in found) return suggestionsJson(found.from, found.known);
  const scope = await readScope(db, projectId);
  const { key, part } = found;
  const values =
    key === 'type' || key === 'file'
      ? await readNames(db, scope, { key, part })
      : key === 'user'
        ? await readUserNames(db, scope, part)
        : await readFacetValues(db, scope, { key, part });
  return suggestionsJson(found.from, toValueSuggestions(values));
}

async function readNames(
  db: Queries,
  scope: ProjectScope,
  { key, part }: { readonly key: 'type' | 'file'; readonly part: string },
): Promise<string[]> {
  const name = key === 'type' ? 'g.type' : 'split_part(g.culprit, chr(10), 1)';
  const { where, values } = join([ofProject('g', scope)]);
  const rows = await ask<{ name: string }>(
    db,
    scoped(
      scope,
      `SELECT name FROM (SELECT ${name} AS name FROM error_groups AS g ${where}
         ORDER BY g.last_seen_at_ms DESC, g.id DESC LIMIT ${SUGGESTED_FROM_MAX}) AS newest
       WHERE name <> '' AND lower(name COLLATE "C") LIKE :pattern
       GROUP BY name ORDER BY count(*) DESC, name COLLATE "C" LIMIT ${SUGGESTIONS_MAX}`,
    ),
    { ...values, pattern: toPattern(part) },
  );
  return rows.map((row) => row.name);
}

/** What is counted by name, the most frequent first; tags with their names. */
async function readFacetValues(
  db: Queries,
  scope: ProjectScope,
  { key, part }: { readonly key: FacetTerm['key']; readonly part: string },
): Promise<string[]> {
  const { sql, values } = ofEachProject('c', scope);
  const [facets, text] =
    key === 'tag'
      ? [`c.facet LIKE '${TAG_PREFIX}%'`, `substr(c.facet, ${TAG_PREFIX.length + 1}) || '=' || c.value`]
      : ['c.facet = :key', 'c.value'];
  const rows = await ask<{ text: string }>(
    db,
    scoped(
      scope,
      `SELECT text FROM (SELECT ${text} AS text, sum(c.count) AS count FROM facet_counts AS c
         WHERE ${sql} AND c.group_id = ${PROJECT_SCOPE} AND ${facets} AND c.value <> '' GROUP BY c.facet, c.value) AS counted
       WHERE lower(text COLLATE "C") LIKE :pattern ORDER BY count DESC, text COLLATE "C" LIMIT ${SUGGESTIONS_MAX}`,
    ),
    { ...values, key, pattern: toPattern(part) },
  );
  return rows.map((row) => row.text);
}

async function readUserNames(db: Queries, scope: ProjectScope, part: string): Promise<string[]> {
  const newest = newestEvents(scope, 'n.project_id, n.details', SUGGESTED_FROM_MAX);
  const sql = `SELECT n.details AS text FROM (${newest}) AS n WHERE strpos(n.details, '"user"') > 0 LIMIT ${SUGGESTED_TEXTS_MAX}`;
  const values: Values = when('', 'projectId', scope)?.values ?? {};
  const rows = await ask<{ text: string }>(db, scoped(scope, sql), values);
  return toUserValues(
    rows.map((row) => row.text),
    part,
  );
}
