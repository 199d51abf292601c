import { SUGGESTIONS_MAX } from '../../../../schemas/limits.js';
import type { SuggestionsQuery } from '../../../../schemas/query.js';
import {
  type ReadValues,
  suggestionsJson,
  toSuggestions,
  toTextValues,
  toValueSuggestions,
} from '../../../answers/suggestions.js';
import { SUGGESTED_FROM_MAX, SUGGESTED_TEXTS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
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
  const newest = `SELECT project_id, context_id, details FROM events ORDER BY id DESC LIMIT ${SUGGESTED_FROM_MAX}`;
  const own = `:projectId IN (${EVERY_PROJECT_ID}, project_id)`;
  const users = db
    .prepare<{ projectId: number }, string>(
      `SELECT details FROM (${newest}) WHERE ${own} AND instr(details, '"user"') > 0 LIMIT ${SUGGESTED_TEXTS_MAX}`,
    )
    .pluck();
  const contexts = db
    .prepare<{ projectId: number }, string>(
      `SELECT body FROM contents WHERE id IN (SELECT context_id FROM (${newest}) WHERE ${own}) LIMIT ${SUGGESTED_TEXTS_MAX}`,
    )
    .pluck();
  return (projectId) => (key, part) => {
    if (key !== 'type' && key !== 'file')
      return toTextValues(key, (key === 'user' ? users : contexts).all({ projectId }), part);
    return projectId === EVERY_PROJECT_ID ? ofAll[key].all({ part }) : ofProject[key].all({ part, projectId });
  };
}

function toNames<S>(prepare: (name: string, where: string) => S, where: string): Readonly<Record<'type' | 'file', S>> {
  return { type: prepare('type', where), file: prepare('substr(culprit, 1, instr(culprit, char(10)) - 1)', where) };
}
