// How a merge is taken back. A whole that is merged gives its parts to the new one, so that these have to leave it as well.

import { ErrorGroupDetail } from '../../schemas/error-group.js';
import type { Merged } from '../../schemas/merge.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { compileBody } from '../validate.js';
import type { Reader } from './reader.js';

const validateGroup = compileBody(ErrorGroupDetail);

/** The parts of groups that were merged before, by the id of the whole; without its own id. */
export type Wholes = ReadonlyMap<string, readonly string[]>;

/** Which of these groups are wholes. To be asked before they are merged. */
export async function readWholes(reader: Reader, ids: readonly string[]): Promise<Wholes> {
  const wholes = new Map<string, readonly string[]>();
  for (const id of ids) {
    const detail = await reader.readById(`${ERRORS_ENDPOINT}/${encodeURIComponent(id)}?pageSize=1`, validateGroup);
    if (detail === null) continue;
    const { error, parts = [] } = detail;
    const others = parts.map((part) => part.id).filter((partId) => partId !== error.id);
    if (others.length > 0) wholes.set(error.id, others);
  }
  return wholes;
}

export interface WayBack {
  /** What has to be taken out. */
  readonly leaving: readonly string[];
  /** What has to be merged again then, the first of each the one that stays. */
  readonly again: readonly (readonly string[])[];
}

/** What takes back a merge, in this order. */
export function toWayBack({ error, groups }: Merged, wholes: Wholes): WayBack {
  const others = groups.map(({ id }) => [id, ...(wholes.get(id) ?? [])]).filter(([id]) => id !== error.id);
  return { leaving: others.flat(), again: others.filter(({ length }) => length > 1) };
}
