// Terms about events: which groups have one like that. Only correlation ids have an index; the others are looked for among
// the newest events, where the counters of facets cannot tell (`counted-terms.ts`).

import { type Used, valuesOf } from '../../../answers/condition.js';
import { type EventTerm, type EventValue, toEventValues } from '../../../answers/event-values.js';
import { EVENTS_LOOKED_MAX } from '../../../limits.js';
import { unpackedDetails } from '../packed-details.js';

const newest = (column: string): string =>
  `SELECT group_id, ${column} FROM events ORDER BY id DESC LIMIT ${EVENTS_LOOKED_MAX}`;

/** Groups with an event that has one of the values. `name` begins the names of the parameters. */
export function whenEventHas(term: EventTerm, name: string): Used {
  const wanted = toEventValues(term);
  const holding = wanted.map((value, index) => toHolding(value, `${name}v${index}`));
  const where = holding.map(({ sql }) => sql).join(' OR ');
  const values = valuesOf(holding);
  if (wanted[0]?.column === 'details') {
    const needles = wanted.map((_, index) => toNeedle('details', `${name}v${index}`)).join(' OR ');
    // With a limit that is none, SQLite unpacks each text once, not for each path.
    const unpacked = `SELECT group_id, ${unpackedDetails('details')} AS details FROM (${newest('details')})
      WHERE details IS NOT NULL AND (${needles}) LIMIT -1`;
    return { sql: `g.id IN (SELECT e.group_id FROM (${unpacked}) e WHERE ${where})`, values };
  }
  const ids = `SELECT context_id FROM (${newest('context_id')})`;
  return {
    sql: `g.id IN (SELECT e.group_id FROM (${newest('context_id')}) e WHERE e.context_id IN (
      SELECT c.id FROM contents c WHERE c.id IN (${ids}) AND (${where})))`,
    values,
  };
}

/** Groups with an event of one of these correlation ids. */
export function whenCorrelated(ids: readonly string[], name: string): Used {
  return {
    sql: `g.id IN (SELECT group_id FROM events WHERE correlation_id IN (SELECT value FROM json_each(:${name})))`,
    values: { [name]: JSON.stringify(ids) },
  };
}

function toHolding({ column, paths, value, needles: [quoted, plain] }: EventValue, name: string): Used {
  const text = column === 'context' ? 'c.body' : 'e.details';
  const found = paths.map((path, index) => toEqual(text, path, `${name}p${index}`));
  return {
    sql: `(${toNeedle(text, name)} AND (${found.map(({ sql }) => sql.replace(':value', `:${name}`)).join(' OR ')}))`,
    values: { [name]: value, [`${name}n`]: quoted, [`${name}m`]: plain, ...valuesOf(found) },
  };
}

const toNeedle = (text: string, name: string): string =>
  `(instr(${text}, :${name}n) > 0 OR instr(${text}, :${name}m) > 0)`;

/** A name may be any text, which a path cannot hold: it is compared. */
function toEqual(text: string, path: readonly string[], name: string): Used {
  const [first = '', second] = path;
  if (second === undefined) return { sql: `CAST(json_extract(${text}, '$.${first}') AS TEXT) = :value`, values: {} };
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(${text}, '$.${first}') j WHERE j.key = :${name} AND CAST(j.value AS TEXT) = :value)`,
    values: { [name]: second },
  };
}
