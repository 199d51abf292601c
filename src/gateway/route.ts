// What a row of the route table says.

import type { QueryName } from '../../schemas/queries.js';
import type { KeyRole } from '../../schemas/words.js';
import { assertNever, type ErrorCode } from '../errors.js';
import type { IngestForm } from '../messages.js';
import type { RouteQuery } from './route-query.js';

export type CommandKind =
  | 'setStatus'
  | 'setStatuses'
  | 'setMatchingStatuses'
  | 'undoStatuses'
  | 'changeTriage'
  | 'clear'
  | 'clearLogs'
  | 'setProjectSettings'
  | 'previewRules'
  | 'deleteProject'
  | MergeCommandKind
  | ViewCommandKind;
export type MergeCommandKind = 'merge' | 'unmerge' | 'split';
export type ViewCommandKind = 'addView' | 'changeView' | 'removeView';
export type AlertKind =
  | 'listAlerts'
  | 'setAlertChannel'
  | 'removeAlertChannel'
  | 'testAlertChannel'
  | 'setAlertRule'
  | 'removeAlertRule';
export type AccessKind = 'addKey' | 'revokeKey' | 'openSession' | 'closeSession' | 'readSession' | 'addSessionCode';
export type OwnKind = 'health' | 'outcomes' | 'status' | 'groupingPreview' | 'metrics' | 'openapi';

/** What a route does; the server has one function per kind. */
export type Action =
  | { readonly kind: 'ingest'; readonly form: IngestForm }
  | { readonly kind: 'query'; readonly query: QueryName }
  | { readonly kind: 'command'; readonly command: CommandKind }
  | { readonly kind: 'access'; readonly access: AccessKind }
  | { readonly kind: 'alerts'; readonly alerts: AlertKind }
  | { readonly kind: 'own'; readonly own: OwnKind }
  | { readonly kind: 'mcp' }
  | { readonly kind: 'feed' };

/** A schema as a value: plain JSON Schema, with `$id` when it is one of the named ones. */
export type WireSchema = object;

/** `item` is the schema of the elements of an array whose own schema leaves them open. */
export interface RouteBody {
  readonly schema: WireSchema;
  readonly item?: WireSchema;
  readonly required: boolean;
  /** JSON unless it says otherwise. */
  readonly contentType?: string;
}

/** How a protocol that is not ours says that something is refused. */
export interface ForeignRefusals {
  readonly schema: WireSchema;
  readonly toStatus: (code: ErrorCode) => number;
}

export interface Success {
  readonly status: 101 | 200 | 201 | 202 | 204 | 207;
  /** When it is answered, in one line. */
  readonly description: string;
  /** Of the body; null for an answer without one. */
  readonly schema: WireSchema | null;
  /** JSON unless it says otherwise. */
  readonly contentType?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Segments with slashes between them; `{name}` is a segment that holds an id. */
  readonly path: string;
  /** The path is answered with a slash at its end and without one, however it is written here. */
  readonly isSlashOptional?: boolean;
  readonly action: Action;
  /** What it is for, in one line. */
  readonly summary: string;
  /** Answers without a key: so that a monitor needs none, or because it is where one shows it. */
  readonly isOpen?: boolean;
  /** The role of a key that it wants besides an admin's, where its kind does not say. */
  readonly role?: KeyRole;
  /** Its callers show their key in a DSN, which names a project too, and which may be in the body alone. */
  readonly isKeyInDsn?: boolean;
  /** Refuses every page but the daemon's own, whatever `corsOrigin` says. */
  readonly isForOwnPages?: boolean;
  /** Null when it looks at no query parameter. */
  readonly query: RouteQuery | null;
  readonly body: RouteBody | null;
  /** The answer to an id that is unknown; null where that cannot be. */
  readonly unknownId: ErrorCode | null;
  readonly successes: readonly Success[];
  /** Codes of its own, besides those every route of its kind can answer. */
  readonly errors: readonly ErrorCode[];
  /** Absent where they are answered in our own form. */
  readonly refusals?: ForeignRefusals;
}

/** The name of a segment that holds an id; null for one that is meant literally. */
export function toSegmentName(segment: string): string | null {
  return segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : null;
}

/** What a key must be for a route; an admin's is good for all. */
export function toRole({ action, role }: Pick<Route, 'action' | 'role'>): KeyRole {
  if (role !== undefined) return role;
  switch (action.kind) {
    case 'ingest':
      return 'ingest';
    case 'query':
    case 'own':
    case 'mcp':
    case 'feed':
      return 'reader';
    case 'command':
    case 'access':
    case 'alerts':
      return 'admin';
    default:
      return assertNever(action);
  }
}
