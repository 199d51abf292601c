// The two levels that logs, spans and metrics of OTLP lie below: resources, and in each the scopes that instrumented it.

import type { Rejection } from '../../outcome.js';
import { type Fields, isFields } from './otlp-values.js';

/** How a request calls its levels. */
export interface LevelNames {
  readonly resources: string;
  readonly scopes: string;
  readonly records: string;
}

/** The records of one scope, in their order. */
export interface ScopeRecords {
  /** The attributes of the resource, as they were sent. */
  readonly resource: unknown;
  /** The scope's name; empty when it has none. */
  readonly scope: string;
  readonly records: readonly unknown[];
}

/** Every scope of a request, in order. A level that is no list takes the whole request with it: nobody knows what is in it. */
export function toScopes(request: unknown, names: LevelNames): readonly ScopeRecords[] | Rejection {
  if (!isFields(request)) return refuse('', 'must be object');
  const scopes: ScopeRecords[] = [];
  const resources = toLevel(request, names.resources);
  if (resources === null) return refuse(`/${names.resources}`, 'must be array of objects');
  for (const [index, holder] of resources.entries()) {
    const inner = toLevel(holder, names.scopes);
    const path = `/${names.resources}/${index}/${names.scopes}`;
    if (inner === null) return refuse(path, 'must be array of objects');
    const resource = isFields(holder.resource) ? holder.resource.attributes : undefined;
    for (const [place, { scope, [names.records]: records }] of inner.entries()) {
      if ((records ?? null) !== null && !Array.isArray(records)) {
        return refuse(`${path}/${place}/${names.records}`, 'must be array');
      }
      const name = isFields(scope) && typeof scope.name === 'string' ? scope.name : '';
      scopes.push({ resource, scope: name, records: Array.isArray(records) ? (records as readonly unknown[]) : [] });
    }
  }
  return scopes;
}

/** Null for what is neither absent nor a list of objects. */
function toLevel(holder: Fields, name: string): readonly Fields[] | null {
  const list: unknown = holder[name] ?? [];
  return Array.isArray(list) && list.every(isFields) ? list : null;
}

function refuse(path: string, message: string): Rejection {
  return { kind: 'rejected', reason: 'validation_failed', details: [{ path, message }] };
}
