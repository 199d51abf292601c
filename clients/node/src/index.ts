// `@errord/node`: reports errors, requests and logs of a Node.js application.

export type { ClientOptions } from '../../core/options.js';
export type { ErrorEvent } from '../../core/types.js';
