import { type Static, Type } from 'typebox';
import { ClientId, JsonObject, ProjectName, Severity, Source, Timestamp } from './common.js';
import { BATCH_ITEMS_MAX, FINGERPRINT_PART_CHARS_MAX, FINGERPRINT_PARTS_MAX, TYPE_CHARS_MAX } from './limits.js';
import { Detail, Nullish } from './nullish.js';

/** One call-stack frame, innermost first. `contextLine` and its neighbours are source text that a client may attach. */
export const StackFramePayload = Type.Object({
  filename: Nullish(Type.String()),
  function: Nullish(Type.String()),
  lineno: Nullish(Type.Number()),
  colno: Nullish(Type.Number()),
  module: Detail('Text: the package, module or class that the function belongs to.'),
  debugId: Detail('Text: the debug id of the built file, by which its source map is found.'),
  inApp: Nullish(Type.Boolean()),
  contextLine: Nullish(Type.String()),
  preContext: Nullish(Type.Array(Type.String())),
  postContext: Nullish(Type.Array(Type.String())),
});
export type StackFramePayload = Static<typeof StackFramePayload>;

/** One error event as a client sends it. Unknown fields are accepted and not stored. */
export const EventPayload = Type.Object(
  {
    message: Type.String(),
    type: Type.String({ minLength: 1, maxLength: TYPE_CHARS_MAX }),
    source: Source,
    severity: Nullish(Severity),
    eventId: Nullish(ClientId),
    timestamp: Nullish(Timestamp),
    projectId: Nullish(ProjectName),
    correlationId: Nullish(ClientId),
    stack: Nullish(Type.String()),
    stackFrames: Nullish(Type.Array(StackFramePayload)),
    request: Nullish(JsonObject),
    environment: Nullish(JsonObject),
    componentStack: Nullish(Type.String()),
    componentName: Nullish(Type.String()),
    extra: Nullish(JsonObject),
    release: Nullish(Type.String()),
    user: Nullish(JsonObject),
    tags: Nullish(JsonObject),
    breadcrumbs: Nullish(Type.Array(Type.Unknown())),
    fingerprint: Nullish(
      Type.Array(Type.String({ maxLength: FINGERPRINT_PART_CHARS_MAX }), {
        minItems: 1,
        maxItems: FINGERPRINT_PARTS_MAX,
      }),
    ),
    code: Detail('Text or number: the code of the error, such as ECONNREFUSED or 42P01.'),
    platform: Detail('Text: the language, such as node, python or java.'),
    handled: Detail('Boolean: whether the application caught the error.'),
    mechanism: Detail('Text: what reported the error, such as onerror or excepthook.'),
    causes: Detail(
      'Array, the nearest cause first: objects with type, message, code and stack (texts) and stackFrames (as those of the event).',
    ),
    contexts: Detail('Object: what is known of os, runtime, browser, device, app, trace and others, by these names.'),
    serverName: Detail('Text: the name of the machine.'),
    transaction: Detail('Text: the route or task that was running.'),
    logger: Detail('Text: the logger that the event came through.'),
    sdk: Detail('Object with name and version (texts): what sent the event.'),
    attachments: Detail('Array of objects with name, contentType (texts) and size (bytes). Told by name, not kept.'),
  },
  { $id: 'EventPayload', title: 'Event' },
);
export type EventPayload = Static<typeof EventPayload>;

/** The items are validated one by one, so that a bad one does not take its neighbours with it. */
export const EventBatchPayload = Type.Array(Type.Unknown(), {
  $id: 'EventBatchPayload',
  title: 'Events',
  maxItems: BATCH_ITEMS_MAX,
});

/** The answer for one stored event. */
export const EventAccepted = Type.Object(
  { id: Type.String(), fingerprint: Type.String(), isNew: Type.Boolean() },
  { $id: 'EventAccepted' },
);
export type EventAccepted = Static<typeof EventAccepted>;

/** Where a frame is in the file that ran, before a source map told where that comes from. */
export const MinifiedPlace = Type.Object({
  filename: Type.Optional(Type.String()),
  function: Type.Optional(Type.String()),
  lineno: Type.Optional(Type.Number()),
  colno: Type.Optional(Type.Number()),
  inApp: Type.Boolean(),
  /** Where the client had sent it. */
  contextLine: Type.Optional(Type.String()),
});
export type MinifiedPlace = Static<typeof MinifiedPlace>;

export const StackFrame = Type.Object({
  filename: Type.Optional(Type.String()),
  function: Type.Optional(Type.String()),
  lineno: Type.Optional(Type.Number()),
  colno: Type.Optional(Type.Number()),
  module: Type.Optional(Type.String()),
  inApp: Type.Boolean(),
  contextLine: Type.Optional(Type.String()),
  preContext: Type.Optional(Type.Array(Type.String())),
  postContext: Type.Optional(Type.Array(Type.String())),
  debugId: Type.Optional(Type.String()),
  /** Of a frame that a source map was found for; then everything else is of the original source. */
  minified: Type.Optional(MinifiedPlace),
  /** The whole path of the original source on the daemon's machine, as far as its map tells. */
  sourcePath: Type.Optional(Type.String()),
});
export type StackFrame = Static<typeof StackFrame>;

/** An error that led to the one of the event. */
export const Cause = Type.Object({
  type: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  stack: Type.Optional(Type.String()),
  stackFrames: Type.Optional(Type.Array(StackFrame)),
});
export type Cause = Static<typeof Cause>;

/** A file that came with an event and was not kept. */
export const Attachment = Type.Object({
  name: Type.String(),
  contentType: Type.Optional(Type.String()),
  /** Bytes. */
  size: Type.Optional(Type.Number()),
});
export type Attachment = Static<typeof Attachment>;

export const Sdk = Type.Object({ name: Type.Optional(Type.String()), version: Type.Optional(Type.String()) });
export type Sdk = Static<typeof Sdk>;

/** One stored event as the API and the feed return it. */
export const EventRecord = Type.Object(
  {
    eventId: Type.String(),
    timestamp: Timestamp,
    receivedAt: Timestamp,
    type: Type.String(),
    message: Type.String(),
    source: Source,
    severity: Severity,
    projectId: Type.Optional(Type.String()),
    correlationId: Type.Optional(Type.String()),
    stack: Type.Optional(Type.String()),
    stackFrames: Type.Array(StackFrame),
    request: Type.Optional(JsonObject),
    environment: Type.Optional(JsonObject),
    componentStack: Type.Optional(Type.String()),
    componentName: Type.Optional(Type.String()),
    extra: Type.Optional(JsonObject),
    release: Type.Optional(Type.String()),
    user: Type.Optional(JsonObject),
    tags: Type.Optional(JsonObject),
    breadcrumbs: Type.Optional(Type.Array(Type.Unknown())),
    code: Type.Optional(Type.String()),
    platform: Type.Optional(Type.String()),
    handled: Type.Optional(Type.Boolean()),
    mechanism: Type.Optional(Type.String()),
    /** The nearest cause first. */
    causes: Type.Optional(Type.Array(Cause)),
    contexts: Type.Optional(JsonObject),
    serverName: Type.Optional(Type.String()),
    transaction: Type.Optional(Type.String()),
    logger: Type.Optional(Type.String()),
    sdk: Type.Optional(Sdk),
    attachments: Type.Optional(Type.Array(Attachment)),
  },
  { $id: 'EventRecord', title: 'Stored event' },
);
export type EventRecord = Static<typeof EventRecord>;

/** The fields of a stored event that are not kept as JSON text. */
export const EventHead = Type.Pick(
  EventRecord,
  ['eventId', 'timestamp', 'receivedAt', 'type', 'message', 'source', 'severity', 'projectId', 'correlationId'],
  { $id: 'EventHead' },
);
export type EventHead = Static<typeof EventHead>;
