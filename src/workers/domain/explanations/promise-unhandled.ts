import type { Pattern } from '../pattern.js';

export const PROMISE_UNHANDLED: Pattern = {
  id: 'promise-unhandled',
  title: 'Promise rejection nobody handled',
  text: 'A promise was rejected, or an async function or event emitter failed, and no `catch` or error listener handled it; what was thrown may not even be an Error. A chaining cycle means that a promise waits for itself (a circular wait).',
  suggestion:
    'Await every promise inside try and catch (or add `.catch()`), reject with Error objects so that there is a stack, add an `error` listener to emitters, and never return a promise from its own callback.',
  examples: [
    'Non-Error promise rejection captured with value: undefined',
    'Object captured as promise rejection with keys: code, message',
    'Chaining cycle detected for promise #<Promise>',
    'All promises were rejected',
  ],
  match: [
    /^Non-Error (?:promise rejection|exception) captured with/,
    /\bcaptured as (?:promise rejection|exception)\b(?=$|\n| with keys:| with no keys)/,
    /^This error originated either by throwing inside of an async function without a catch block/,
    /(?:^|: )(?:Chaining cycle detected for promise|Promise[- ]chain cycle|A promise cannot be resolved with itself|Cannot resolve a promise with itself)/,
    /(?:^|: )(?:All promises were rejected|No Promise in Promise\.any was resolved)/,
    /^Promise rejection was handled asynchronously/,
    /^(?:Unhandled (?:[Pp]romise [Rr]ejection|[Rr]ejection)|Possibly unhandled rejection|Possible Unhandled Promise Rejection|Uncaught \(in promise\)|UnhandledPromiseRejection)\b/,
    /^(?:Unhandled error(?: event)?\. \(|Uncaught, unspecified "error" event)/,
    /\bThe promise rejected with the reason "/,
    /^(?:a promise was (?:created in a handler but was not returned|rejected with a non-error)|Warning: a promise was)/,
    /^(?:Callback was already called\.|Callback called multiple times|done\(\) called multiple times)/,
    /^(?:Detected unsettled top-level await|Top-level await promise never resolved|Promise (?:resolution is still pending|was collected|already (?:resolved|settled|rejected)))/,
    /^Unhandled (?:promise )?rejection\b/i,
  ],
  matchTyped: [
    /^(?:UnhandledRejection|UnhandledPromiseRejection|UnhandledPromiseRejectionWarning): (?:Non-Error|Object captured|undefined$|null$|\[object \w+\]$|\{|#<)/,
    /^AggregateError: (?:All promises|No Promise)/,
  ],
};
