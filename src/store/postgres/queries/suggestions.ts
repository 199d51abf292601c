import { SUGGESTIONS_MAX } from '../../../../schemas/limits.js';
import type { SuggestionsQuery } from '../../../../schemas/query.js';
import {
  type SuggestedKey,
  suggestionsJson,
  toSuggestions,
  toTextValues,
  toValueSuggestions,
} from '../../../answers/suggestions.js';
import { SUGGESTED_FROM_MAX, SUGGESTED_TEXTS_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import { newestEvents } from './event-filters.js';
import { ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { toPattern } from './search.js';
import { ask, join, type Values, when } from './statement.js';

/** The answer `Suggestions`: keys, and values from what is stored. */
export async function suggestGroups(db: Queries, { projectId, query = '' }: SuggestionsQuery): Promise<string> {
  const found = toSuggestions(query);
  if ('known' in found) return suggestionsJson(found.from, found.known);
  const scope = await readScope(db, projectId);
  const { key, part } = found;
  const values =
    key === 'type' || key === 'file'
      ? await readNames(db, scope, { key, part })
      : await readTexts(db, scope, { key, part });
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

async function readTexts(
  db: Queries,
  scope: ProjectScope,
  { key, part }: { readonly key: Exclude<SuggestedKey, 'type' | 'file'>; readonly part: string },
): Promise<string[]> {
  const newest = newestEvents(scope, 'n.project_id, n.context_hash, n.details', SUGGESTED_FROM_MAX);
  const sql =
    key === 'user'
      ? `SELECT n.details AS text FROM (${newest}) AS n WHERE strpos(n.details, '"user"') > 0 LIMIT ${SUGGESTED_TEXTS_MAX}`
      : `SELECT c.body AS text FROM (SELECT DISTINCT n.project_id, n.context_hash FROM (${newest}) AS n) AS n
         JOIN contents AS c ON c.project_id = n.project_id AND c.hash = n.context_hash LIMIT ${SUGGESTED_TEXTS_MAX}`;
  const values: Values = when('', 'projectId', scope)?.values ?? {};
  const rows = await ask<{ text: string }>(db, scoped(scope, sql), values);
  return toTextValues(
    key,
    rows.map((row) => row.text),
    part,
  );
}
