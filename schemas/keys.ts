// Keys, and the sessions that pages open with them.

import { type Static, Type } from 'typebox';
import { ProjectName, Timestamp } from './common.js';
import { KEY_NAME_CHARS_MAX, SECRET_CHARS_MAX } from './limits.js';
import { Nullish } from './nullish.js';
import { KEY_ROLES } from './words.js';

/** Free text without control characters and without space at either end. `token` is what the configured token is called. */
export const KeyName = Type.String({
  minLength: 1,
  maxLength: KEY_NAME_CHARS_MAX,
  pattern: '^(?!\\s)(?!token$)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+(?<!\\s)$',
});

const KeyRole = Type.Enum([...KEY_ROLES]);

export const KeyAdd = Type.Object(
  {
    name: KeyName,
    role: KeyRole,
    /** Of an ingest key: the one project that it may write into; any without it. */
    project: Nullish(ProjectName),
  },
  { $id: 'KeyAdd', additionalProperties: false },
);
export type KeyAdd = Static<typeof KeyAdd>;

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  role: KeyRole,
  project: Type.Optional(Type.String()),
  createdAt: Timestamp,
  /** To the minute. */
  lastUsedAt: Type.Optional(Timestamp),
  /** It is no key any more since then. */
  revokedAt: Type.Optional(Timestamp),
};

/** A key without its text, which nobody can read again. */
export const Key = Type.Object(keyFields, { $id: 'Key' });
export type Key = Static<typeof Key>;

/** Live keys by name, then revoked ones, the latest first. */
export const KeyList = Type.Object({ keys: Type.Array(Key) }, { $id: 'KeyList' });
export type KeyList = Static<typeof KeyList>;

/** The one answer that shows the text of a key. */
export const KeyAdded = Type.Object({ ...keyFields, key: Type.String() }, { $id: 'KeyAdded' });
export type KeyAdded = Static<typeof KeyAdded>;

export const KeyRevokeQuery = Type.Object(
  /** The daemon may be open to everybody afterwards. */
  { open: Type.Optional(Type.Enum(['1'])) },
  { $id: 'KeyRevokeQuery', additionalProperties: false },
);
export type KeyRevokeQuery = Static<typeof KeyRevokeQuery>;

/** One of the two. */
export const SessionOpen = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: SECRET_CHARS_MAX })),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: SECRET_CHARS_MAX })),
  },
  { $id: 'SessionOpen', additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type SessionOpen = Static<typeof SessionOpen>;

/** What the caller is to the daemon. */
export const Session = Type.Object(
  {
    /** Null for a caller that a closed daemon does not know. On an open one everybody is an admin. */
    role: Type.Union([KeyRole, Type.Null()]),
    /** Of the key; null where there is none. */
    name: Type.Union([Type.String(), Type.Null()]),
    /** Whether the daemon wants a key. */
    isClosed: Type.Boolean(),
  },
  { $id: 'Session' },
);
export type Session = Static<typeof Session>;

/** Opens one session, once, until then. */
export const SessionCode = Type.Object({ code: Type.String(), expiresAt: Timestamp }, { $id: 'SessionCode' });
export type SessionCode = Static<typeof SessionCode>;
