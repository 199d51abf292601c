import type { Migration } from './migration.js';

/**
 * From here on ids of clients and the details of events are packed (`packed-id.ts`, `packed-details.ts`), in the columns where they
 * were: what is stored stays as it is, and the tables too. The version keeps older builds from reading what they would not understand.
 */
export const packedTexts: Migration = { version: 230, up: () => undefined };
