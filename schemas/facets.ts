import { type Static, Type } from 'typebox';
import { Timestamp } from './common.js';

/** How many events of a group or a project have one value. */
export const FacetValue = Type.Object({
  value: Type.String(),
  count: Type.Integer(),
  /** Of the events that have the facet: 0 to 1. */
  share: Type.Number(),
  /** Of a group: the same share among the other events of its project; absent where none of them has the facet. */
  elsewhere: Type.Optional(Type.Number()),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
});
export type FacetValue = Static<typeof FacetValue>;

/** By what events are told apart: `release`, `browser`, `url` …, and `tag:<key>`. */
export const Facet = Type.Object({
  facet: Type.String(),
  /** Events that have it. */
  count: Type.Integer(),
  /** The most frequent first. */
  values: Type.Array(FacetValue),
  /** Events with other values than these. */
  otherCount: Type.Integer(),
});
export type Facet = Static<typeof Facet>;

/** What sets the events of a group apart from the other events of its project. */
export const Distinction = Type.Object({
  facet: Type.String(),
  value: Type.String(),
  share: Type.Number(),
  elsewhere: Type.Number(),
});
export type Distinction = Static<typeof Distinction>;

/** Facets of all stored events of a group, of a project, or of all projects, whatever their time. */
export const Facets = Type.Object(
  {
    count: Type.Integer(),
    /** Different users. */
    users: Type.Integer(),
    /** Whether `users` is an estimate, from 10,000 on: within 3 %, nearly always. */
    usersApproximate: Type.Boolean(),
    /** The one seen first of all. */
    firstRelease: Type.Optional(Type.String()),
    /** The one seen last. */
    lastRelease: Type.Optional(Type.String()),
    facets: Type.Array(Facet),
    /** Of a group, the clearest first. */
    distinctions: Type.Array(Distinction),
  },
  { $id: 'Facets' },
);
export type Facets = Static<typeof Facets>;
