// Saved views: queries for error groups with a name and an order. Of one project, or of all.

import { type Static, Type } from 'typebox';
import { ProjectName } from './common.js';
import { GROUP_QUERY_CHARS_MAX, VIEW_NAME_CHARS_MAX } from './limits.js';
import { Nullish } from './nullish.js';
import { DIRECTIONS, GROUP_SORTS } from './words.js';

/** Free text without control characters and without space at either end. */
const ViewName = Type.String({
  minLength: 1,
  maxLength: VIEW_NAME_CHARS_MAX,
  pattern: '^(?!\\s)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+(?<!\\s)$',
});
const Query = Type.String({ maxLength: GROUP_QUERY_CHARS_MAX });
const Sort = Type.Enum([...GROUP_SORTS]);
const Direction = Type.Enum([...DIRECTIONS]);

export const ViewAdd = Type.Object(
  {
    /** All projects without it. */
    projectId: Nullish(ProjectName),
    /** No other view of the project has it. */
    name: ViewName,
    query: Query,
    sort: Type.Optional(Sort),
    direction: Type.Optional(Direction),
  },
  { $id: 'ViewAdd', additionalProperties: false },
);
export type ViewAdd = Static<typeof ViewAdd>;

/** What is absent stays. */
export const ViewChange = Type.Object(
  {
    name: Type.Optional(ViewName),
    query: Type.Optional(Query),
    sort: Type.Optional(Sort),
    direction: Type.Optional(Direction),
  },
  { $id: 'ViewChange', additionalProperties: false },
);
export type ViewChange = Static<typeof ViewChange>;

export const SavedView = Type.Object(
  {
    id: Type.String(),
    /** Absent for a view of all projects. */
    projectId: Type.Optional(Type.String()),
    name: Type.String(),
    query: Type.String(),
    sort: Sort,
    direction: Direction,
  },
  { $id: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

/** By name; with `projectId` those of that project and those of all. */
export const ViewList = Type.Object({ views: Type.Array(SavedView) }, { $id: 'ViewList' });
export type ViewList = Static<typeof ViewList>;
