// What counters of facets tell of a value, in the SQL of PostgreSQL.

import type { GroupTerm } from '../../../../schemas/group-query.js';
import { join } from '../../../answers/condition.js';
import { type CountedTerms, openCountedTerms } from '../../../answers/counted-terms.js';
import {
  type FacetKnowledge,
  type FacetTerm,
  toCountedValues,
  toUnseen,
  toUnseenOfUser,
  type UserKnowledge,
} from '../../../answers/facet-terms.js';
import { isFacetKey } from '../../../facet-queries.js';
import { toUserNumbers } from '../../../facets.js';
import { GROUPS_LOOKED_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import { PROJECT_SCOPE } from '../tables/facet-counts.js';
import { whenEventHas } from './event-filters.js';
import { ofEachProject, ofProject, type ProjectScope, scoped } from './scope.js';
import { ask } from './statement.js';

/** Reads first what the terms need to know. */
export async function readCountedTerms(
  db: Queries,
  scope: ProjectScope,
  terms: readonly GroupTerm[],
): Promise<CountedTerms> {
  const knowledge = await readKnowledge(db, scope, terms);
  const { values: ofProjects } = ofEachProject('c', scope);
  return openCountedTerms({
    eventHas: (term, name) => whenEventHas(term, name, scope),
    toValue: (counted, name) => ({
      holds: {
        sql: hasCounter(name, `:${name}c`, scope),
        values: { ...ofProjects, [`${name}f`]: counted.facet, [`${name}c`]: counted.value },
      },
      unseen: toUnseen(counted, knowledge.of(counted.facet)),
      others: hasCounter(name, "''", scope),
    }),
    toUser: (user, name) => ({
      holds: { sql: `g.id = ANY(:${name}u::bigint[])`, values: { [`${name}u`]: knowledge.groupsOf(user) } },
      unseen: toUnseenOfUser(knowledge.ofUser(user)),
      others: HAS_SAMPLE,
    }),
  });
}

const hasCounter = (name: string, value: string, scope: ProjectScope): string =>
  `(g.project_id, g.id) IN (SELECT c.project_id, c.group_id FROM facet_counts AS c
    WHERE ${ofEachProject('c', scope).sql} AND c.facet = :${name}f AND c.value = ${value})`;
const HAS_SAMPLE =
  '(SELECT h.user_shift FROM facet_heads AS h WHERE h.project_id = g.project_id AND h.group_id = g.id) > 0';

interface Knowledge {
  of(facet: string): FacetKnowledge;
  ofUser(value: string): UserKnowledge;
  /** Groups that count them, by id. */
  groupsOf(value: string): readonly number[];
}

const NO_USERS = { hasUsers: false, hasSamples: false };
const OF_NOBODY: GroupsOfUser = { ids: [], isById: false };
const UNKNOWN = { isCounting: false, isKnown: false, hasOthers: false, isById: false, ...NO_USERS };

async function readKnowledge(db: Queries, scope: ProjectScope, terms: readonly GroupTerm[]): Promise<Knowledge> {
  const facets = terms.flatMap((term) => (isFacetTerm(term) ? toCountedValues(term).map(({ facet }) => facet) : []));
  const users = terms.flatMap((term) => (term.key === 'user' ? term.values : []));
  if (facets.length + users.length === 0) return { of: () => UNKNOWN, ofUser: () => UNKNOWN, groupsOf: () => [] };
  const isCounting = await readIsCounting(db, scope);
  const byFacet = new Map((await readFacets(db, scope, [...new Set(facets)])).map((row) => [row.facet, row]));
  const heads = users.length === 0 ? NO_USERS : await readUserHeads(db, scope);
  const byUser = new Map<string, GroupsOfUser>();
  for (const user of heads.hasUsers ? new Set(users) : []) byUser.set(user, await readGroupsOf(db, scope, user));
  const find = (value: string): GroupsOfUser => byUser.get(value) ?? OF_NOBODY;
  return {
    of: (facet) => ({ ...(byFacet.get(facet) ?? UNKNOWN), isCounting }),
    ofUser: (value) => ({ isCounting, isById: find(value).isById, ...heads }),
    groupsOf: (value) => find(value).ids,
  };
}

function isFacetTerm(term: GroupTerm): term is FacetTerm {
  return isFacetKey(term.key);
}

async function readIsCounting(db: Queries, scope: ProjectScope): Promise<boolean> {
  const { where, values } = join([ofProject('f', scope)]);
  const sql = `SELECT EXISTS (SELECT FROM facet_gaps AS f ${where}) AS holds`;
  return (await ask<{ holds: boolean }>(db, scoped(scope, sql), values))[0]?.holds === true;
}

function readFacets(
  db: Queries,
  scope: ProjectScope,
  facets: readonly string[],
): Promise<{ facet: string; isKnown: boolean; hasOthers: boolean }[]> {
  const { sql, values } = ofEachProject('c', scope);
  const exists = (which: string): string =>
    `EXISTS (SELECT FROM facet_counts AS c WHERE ${sql} AND c.facet = n.facet AND ${which})`;
  return ask(
    db,
    scoped(
      scope,
      `SELECT n.facet, ${exists('true')} AS is_known, ${exists(`c.value = '' AND c.group_id <> ${PROJECT_SCOPE}`)} AS has_others
       FROM unnest(:facets::text[]) AS n (facet)`,
    ),
    { ...values, facets },
  );
}

interface GroupsOfUser {
  readonly ids: readonly number[];
  /** One of them counts a user with this id, not one who is called so. */
  readonly isById: boolean;
}

/** The index of pairs has a user's projects too, which are no groups. */
async function readGroupsOf(db: Queries, scope: ProjectScope, user: string): Promise<GroupsOfUser> {
  const { sql, values } = ofEachProject('u', scope);
  const numbers = toUserNumbers(user);
  const rows = await ask<{ id: number; userNumber: number }>(
    db,
    scoped(
      scope,
      `SELECT g.id, u.user_number FROM facet_users AS u JOIN error_groups AS g ON g.project_id = u.project_id AND g.id = u.group_id
       WHERE ${sql} AND u.user_number = ANY(:numbers::bigint[]) LIMIT ${numbers.length * GROUPS_LOOKED_MAX}`,
    ),
    { ...values, numbers },
  );
  return { ids: rows.map(({ id }) => id), isById: rows.some(({ userNumber }) => userNumber === numbers[0]) };
}

/** Whether anybody is counted, and whether of some groups only a sample is. */
async function readUserHeads(db: Queries, scope: ProjectScope): Promise<typeof NO_USERS> {
  const { sql, values } = ofEachProject('h', scope);
  const exists = (which: string): string => `EXISTS (SELECT FROM facet_heads AS h WHERE ${sql} AND ${which})`;
  const text = `SELECT ${exists('h.user_rows > 0')} AS has_users,
     ${exists(`h.group_id <> ${PROJECT_SCOPE} AND h.user_shift > 0`)} AS has_samples`;
  return (await ask<typeof NO_USERS>(db, scoped(scope, text), values))[0] ?? NO_USERS;
}
