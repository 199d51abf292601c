// What counters of facets tell of a value, in the SQL of SQLite.

import { type CountedTerms, openCountedTerms } from '../../../answers/counted-terms.js';
import { toUnseen, toUnseenOfUser } from '../../../answers/facet-terms.js';
import { toUserNumbers } from '../../../facets.js';
import { GROUPS_LOOKED_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { whenEventHas } from './event-filters.js';
import { openUserHeads } from './facets.js';

export function openCounted(db: ReadableDb): (projectId: number | undefined) => CountedTerms {
  const knowledge = openKnowledge(db);
  const users = openUsers(db);
  return (projectId) => {
    const scopeId = projectId ?? EVERY_PROJECT_ID;
    return openCountedTerms({
      eventHas: whenEventHas,
      toValue: (counted, name) => ({
        holds: {
          sql: hasCounter(name, `:${name}c`),
          values: { [`${name}f`]: counted.facet, [`${name}c`]: counted.value },
        },
        unseen: toUnseen(counted, { isCounting: knowledge.isCounting(), ...knowledge.of(counted.facet, scopeId) }),
        others: hasCounter(name, "''"),
      }),
      toUser: (user, name) => {
        const { ids, isById } = users.find(user, scopeId);
        const hasUsers = users.hasSome(scopeId);
        const hasSamples = users.hasSamples(scopeId);
        return {
          holds: {
            sql: `g.id IN (SELECT value FROM json_each(:${name}u))`,
            values: { [`${name}u`]: JSON.stringify(ids) },
          },
          unseen: toUnseenOfUser({ isCounting: knowledge.isCounting(), hasUsers, isById, hasSamples }),
          others: HAS_SAMPLE,
        };
      },
    });
  };
}

const hasCounter = (name: string, value: string): string =>
  `g.id IN (SELECT c.scope_id FROM facet_names n JOIN facet_counts c ON c.value_id = n.id WHERE n.facet = :${name}f AND n.value = ${value})`;
const HAS_SAMPLE = 'g.id IN (SELECT scope_id FROM facet_heads WHERE user_shift > 0)';

/** Group `g` is one of the scope. */
const IN_SCOPE = `:scopeId IN (${EVERY_PROJECT_ID}, g.project_id)`;

function openKnowledge(db: ReadableDb) {
  const isCounting = db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM facet_marks WHERE gap_from < gap_to)')
    .pluck();
  const isKnown = db
    .prepare<{ facet: string; scopeId: number }, number>(
      `SELECT EXISTS (SELECT 1 FROM facet_names n JOIN facet_counts c ON c.scope_id = :scopeId AND c.facet_id = n.id
         WHERE n.facet = :facet AND n.value = '')`,
    )
    .pluck();
  const hasOthers = db
    .prepare<{ facet: string; scopeId: number }, number>(
      `SELECT EXISTS (SELECT 1 FROM facet_names n CROSS JOIN facet_counts c ON c.value_id = n.id
         CROSS JOIN error_groups g ON g.id = c.scope_id WHERE n.facet = :facet AND n.value = '' AND ${IN_SCOPE})`,
    )
    .pluck();
  return {
    isCounting: () => isCounting.get() === 1,
    of: (facet: string, scopeId: number) => ({
      isKnown: isKnown.get({ facet, scopeId }) === 1,
      hasOthers: hasOthers.get({ facet, scopeId }) === 1,
    }),
  };
}

/** Groups by user: the index of pairs has a user's projects too, and the scope of all, which are no groups. */
function openUsers(db: ReadableDb) {
  const head = openUserHeads(db);
  const groupsOf = (where: string) =>
    db
      .prepare<{ projectId?: number; user: number }, number>(
        `SELECT g.id FROM facet_users u CROSS JOIN error_groups g ON g.id = u.scope_id WHERE u.user = :user ${where}
         LIMIT ${GROUPS_LOOKED_MAX}`,
      )
      .pluck();
  const [ofAll, ofProject] = [groupsOf(''), groupsOf('AND g.project_id = :projectId')];
  const hasSamples = db
    .prepare<{ scopeId: number }, number>(
      `SELECT EXISTS (SELECT 1 FROM facet_heads h CROSS JOIN error_groups g ON g.id = h.scope_id
         WHERE h.user_shift > 0 AND ${IN_SCOPE})`,
    )
    .pluck();
  return {
    hasSome: (scopeId: number) => head(scopeId).rows > 0,
    hasSamples: (scopeId: number) => hasSamples.get({ scopeId }) === 1,
    find(value: string, scopeId: number): { readonly ids: readonly number[]; readonly isById: boolean } {
      const found = toUserNumbers(value).map((user) =>
        scopeId === EVERY_PROJECT_ID ? ofAll.all({ user }) : ofProject.all({ user, projectId: scopeId }),
      );
      return { ids: found.flat(), isById: (found[0]?.length ?? 0) > 0 };
    },
  };
}
