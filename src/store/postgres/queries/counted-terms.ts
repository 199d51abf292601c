// Terms about values that are counted as facets, as in the SQLite store (`queries/counted-terms.ts` there).

import { type GroupTerm, toQueryValue } from '../../../../schemas/group-query.js';
import {
  type CountedValue,
  type FacetKnowledge,
  type FacetTerm,
  toCountedValues,
  toUnseen,
  toUnseenOfUser,
  type Unseen,
  type UserTerm,
} from '../../../answers/facet-terms.js';
import { isFacetKey } from '../../../facet-queries.js';
import { toUserNumbers } from '../../../facets.js';
import type { Queries } from '../connection.js';
import { PROJECT_SCOPE } from '../tables/facet-counts.js';
import { whenEventHas } from './event-filters.js';
import { ofEachProject, ofProject, type ProjectScope, scoped } from './scope.js';
import { ask, type Condition, join, type Values } from './statement.js';

type Used = NonNullable<Condition>;

/** Conditions of one query. */
export interface CountedTerms {
  /** `name` begins the names of the parameters. */
  when(term: FacetTerm | UserTerm, name: string): Used;
  /** Values so far that are not counted by name everywhere, as the query has them. */
  readonly uncounted: readonly string[];
}

/** Reads first what the terms need to know. */
export async function readCountedTerms(
  db: Queries,
  scope: ProjectScope,
  terms: readonly GroupTerm[],
): Promise<CountedTerms> {
  const knowledge = await readKnowledge(db, scope, terms);
  const uncounted: string[] = [];
  const toUsed = (counted: Used, { unseen, text, looked, others }: Rest): Used => {
    if (unseen === 'none') return counted;
    uncounted.push(text);
    if (looked === null) return counted;
    const among = unseen === 'any' ? looked.sql : `(${others}) AND ${looked.sql}`;
    return { sql: `${counted.sql} OR (${among})`, values: { ...counted.values, ...looked.values } };
  };
  const whenCounted = (counted: CountedValue, name: string): Used => {
    const { facet, value, text, term } = counted;
    const unseen = toUnseen(counted, knowledge.of(facet));
    const looked = term === null ? null : whenEventHas(term, name, scope);
    const values = { ...ofEachProject('c', scope).values, [`${name}f`]: facet, [`${name}c`]: value };
    const others = hasCounter(name, "''", scope);
    return toUsed({ sql: hasCounter(name, `:${name}c`, scope), values }, { unseen, text, looked, others });
  };
  const whenUser = (value: string, name: string): Used => {
    const looked = whenEventHas({ isNot: false, key: 'user', values: [value] }, name, scope);
    const counted = { sql: hasUser(`ANY(:${name}u::bigint[])`), values: { [`${name}u`]: toUserNumbers(value) } };
    const unseen = toUnseenOfUser(knowledge.ofUser(value));
    return toUsed(counted, { unseen, text: `user:${toQueryValue(value)}`, looked, others: HAS_SAMPLE });
  };
  return {
    uncounted,
    when(term, name) {
      const found =
        term.key === 'user'
          ? term.values.map((value, index) => whenUser(value, `${name}w${index}`))
          : toCountedValues(term).map((value, index) => whenCounted(value, `${name}w${index}`));
      return {
        sql: found.map(({ sql }) => `(${sql})`).join(' OR '),
        values: Object.assign({}, ...found.map(({ values }) => values)) as Values,
      };
    },
  };
}

/** What may be missing, and how it is looked for. */
interface Rest {
  readonly unseen: Unseen;
  readonly text: string;
  readonly looked: Condition;
  readonly others: string;
}

const hasCounter = (name: string, value: string, scope: ProjectScope): string =>
  `(g.project_id, g.id) IN (SELECT c.project_id, c.group_id FROM facet_counts AS c
    WHERE ${ofEachProject('c', scope).sql} AND c.facet = :${name}f AND c.value = ${value})`;
/** A look by key for each group, whatever the server believes of the table of users. */
const hasUser = (numbers: string): string =>
  `(SELECT 1 FROM facet_users AS u WHERE u.project_id = g.project_id AND u.group_id = g.id AND u.user_number = ${numbers}
    LIMIT 1) IS NOT NULL`;
const HAS_SAMPLE =
  '(SELECT h.user_shift FROM facet_heads AS h WHERE h.project_id = g.project_id AND h.group_id = g.id) > 0';

interface Knowledge {
  of(facet: string): FacetKnowledge;
  ofUser(value: string): { readonly isCounting: boolean; readonly isById: boolean; readonly hasSamples: boolean };
}

const UNKNOWN = { isCounting: false, isKnown: false, hasOthers: false, isById: false, hasSamples: false };

async function readKnowledge(db: Queries, scope: ProjectScope, terms: readonly GroupTerm[]): Promise<Knowledge> {
  const facets = terms.flatMap((term) => (isFacetTerm(term) ? toCountedValues(term).map(({ facet }) => facet) : []));
  const users = terms.flatMap((term) => (term.key === 'user' ? term.values : []));
  if (facets.length + users.length === 0) return { of: () => UNKNOWN, ofUser: () => UNKNOWN };
  const isCounting = await readIsCounting(db, scope);
  const byFacet = new Map((await readFacets(db, scope, [...new Set(facets)])).map((row) => [row.facet, row]));
  const byId = new Map<string, boolean>();
  for (const user of new Set(users)) byId.set(user, await readIsById(db, scope, user));
  const hasSamples = users.length > 0 && (await readHasSamples(db, scope));
  return {
    of: (facet) => ({ ...(byFacet.get(facet) ?? UNKNOWN), isCounting }),
    ofUser: (value) => ({ isCounting, isById: byId.get(value) === true, hasSamples }),
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

async function readIsById(db: Queries, scope: ProjectScope, user: string): Promise<boolean> {
  const { sql, values } = ofEachProject('g', scope);
  const [id = 0] = toUserNumbers(user);
  const [row] = await ask<{ holds: boolean }>(
    db,
    scoped(scope, `SELECT EXISTS (SELECT FROM error_groups AS g WHERE ${sql} AND ${hasUser(':id::bigint')}) AS holds`),
    { ...values, id },
  );
  return row?.holds === true;
}

async function readHasSamples(db: Queries, scope: ProjectScope): Promise<boolean> {
  const { sql, values } = ofEachProject('h', scope);
  const text = `SELECT EXISTS (SELECT FROM facet_heads AS h WHERE ${sql} AND h.group_id <> ${PROJECT_SCOPE} AND h.user_shift > 0) AS holds`;
  return (await ask<{ holds: boolean }>(db, scoped(scope, text), values))[0]?.holds === true;
}
