import { type Static, Type } from 'typebox';
import { Timestamp } from './common.js';
import { ErrorGroup } from './error-group.js';

/** A release of the application, from the events that say it. */
export const Release = Type.Object(
  {
    release: Type.String(),
    /** Events of it. */
    count: Type.Integer(),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
  },
  { $id: 'Release' },
);
export type Release = Static<typeof Release>;

export const ReleaseList = Type.Object(
  {
    /** The newest first; the 200 last ones of a project. */
    releases: Type.Array(Release),
    /** Events of releases that are not counted by name any more. */
    otherCount: Type.Integer(),
  },
  { $id: 'ReleaseList' },
);
export type ReleaseList = Static<typeof ReleaseList>;

/** Those of them that were seen last, and how many there are. */
const Groups = Type.Object({ errors: Type.Array(ErrorGroup), total: Type.Integer() });

export const ReleaseDetail = Type.Object(
  {
    ...Release.properties,
    /** The releases on its sides. */
    previous: Type.Optional(Type.String()),
    next: Type.Optional(Type.String()),
    /** Groups that no release had sent before it. */
    new: Groups,
    /** Groups that an event of it opened again. */
    regressed: Groups,
    /** Groups that the release before it had sent, and neither it nor a newer one has. */
    gone: Groups,
  },
  { $id: 'ReleaseDetail' },
);
export type ReleaseDetail = Static<typeof ReleaseDetail>;
