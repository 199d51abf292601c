// `@errord/browser`: reports errors, requests and logs of a web page.

export type { ClientOptions } from '../../core/options.js';
export type { ErrorEvent } from '../../core/types.js';
