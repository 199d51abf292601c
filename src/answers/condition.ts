// Conditions of statements, which both stores make. Their texts are constants; only parameters, by name, carry values.

/** What a parameter stands for. Lists are for stores that have arrays. */
export type Parameter = string | number | null | readonly (string | number | null)[];

export type Values = Readonly<Record<string, Parameter>>;

/** A condition that is used. */
export interface Used {
  readonly sql: string;
  /** What stands for which name. */
  readonly values: Values;
}

/** A constant condition and the parameters it needs; null when the filter is not used. */
export type Condition = Used | null;

/** A condition on one value, absent when there is none. */
export function when(sql: string, name: string, value: string | number | null | undefined): Condition {
  return value === undefined || value === null ? null : { sql, values: { [name]: value } };
}

/** One of them holds. */
export function anyOf(conditions: readonly Used[]): Used {
  return { sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '), values: valuesOf(conditions) };
}

/** `WHERE …` of the conditions that are used, and their parameters. */
export function join(conditions: readonly Condition[]): { where: string; values: Values } {
  const used = conditions.filter((condition) => condition !== null);
  const where = used.length === 0 ? '' : `WHERE ${used.map(({ sql }) => sql).join(' AND ')}`;
  return { where, values: valuesOf(used) };
}

/** All parameters of the conditions. */
export function valuesOf(conditions: readonly Pick<Used, 'values'>[]): Values {
  return Object.assign({}, ...conditions.map(({ values }) => values)) as Values;
}
