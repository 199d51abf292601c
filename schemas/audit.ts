// Who changed what, and from where.

import { type Static, Type } from 'typebox';
import { JsonObject, Timestamp } from './common.js';
import { ID_CHARS_MAX, PAGE_SIZE_MAX } from './limits.js';
import { AUDIT_ACTIONS } from './words.js';

export const AuditListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 100 }),
    /** The `next` of an earlier answer. */
    before: Type.Optional(Type.String({ minLength: 1, maxLength: ID_CHARS_MAX })),
  },
  { $id: 'AuditListQuery', additionalProperties: false },
);
export type AuditListQuery = Static<typeof AuditListQuery>;

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    action: Type.Enum([...AUDIT_ACTIONS]),
    /** Name of a key, `token` for the configured one, null for anybody on an open daemon. */
    actor: Type.Union([Type.String(), Type.Null()]),
    /** Where the call came from; behind a proxy that is not trusted, that of the proxy. */
    address: Type.Union([Type.String(), Type.Null()]),
    /** Null where it was about all of them, or about none. */
    project: Type.Union([Type.String(), Type.Null()]),
    /** What the action has to tell besides. */
    detail: JsonObject,
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Newest first. */
export const AuditList = Type.Object(
  { entries: Type.Array(AuditEntry), next: Type.Optional(Type.String()) },
  { $id: 'AuditList' },
);
export type AuditList = Static<typeof AuditList>;
