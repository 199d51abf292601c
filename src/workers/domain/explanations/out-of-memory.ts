import type { Pattern } from '../pattern.js';

export const OUT_OF_MEMORY: Pattern = {
  id: 'out-of-memory',
  title: 'Out of memory or call stack',
  text: 'The program used up its memory: the heap is full. Either something keeps growing (a leak, such as a cache or list that is never emptied), or too much large data is held at once.',
  suggestion:
    'Load large files and results in pages or streams, compare two heap snapshots to find a leak, and only then raise the limit (--max-old-space-size or the container size).',
  examples: [
    'Maximum call stack size exceeded',
    'too much recursion',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Array buffer allocation failed',
  ],
  match: [
    /(?:^|: )Maximum call stack size exceeded/,
    /(?:^|: )(?:too much recursion(?=$|[.\n])|[Mm]aximum recursion depth exceeded|Out of stack space|stack overflow(?=$|\n))/,
    /\bJavaScript heap out of memory\b|\bJS heap out of memory\b/,
    /(?:^|: )(?:Reached heap limit|Ineffective mark-compacts near heap limit|CALL_AND_RETRY_LAST|MarkCompactCollector|invalid (?:array|table) size Allocation failed|NewSpace::|Zone Allocation failed|Scavenger: )/,
    /(?:^|: )(?:Array ?[Bb]uffer allocation failed|allocation size overflow|could not allocate memory|Failed to allocate memory|Cannot allocate memory|Allocation failed(?=$| -|:)|Unable to allocate)/,
    /(?:^|: )(?:[Oo]ut of memory)(?=$|\n|\.$|: | \(|!)/,
    /(?:^|: )(?:Cannot create a (?:string longer|Buffer larger) than|File size \(\d+\) is greater than|Invalid string length(?=$|\n)|(?:Set|Map) maximum size exceeded)/,
    /(?:^|: )ENOMEM\b|\b(?:spawn|fork|read) ENOMEM\b/,
    /\bOutOfMemoryError\b|^Java heap space|^GC overhead limit exceeded/,
    /^Allowed memory size of \d+ bytes exhausted|\bstd::bad_alloc\b|^runtime: out of memory|^runtime: goroutine stack exceeds/,
    /(?:^|: )Possible EventEmitter memory leak detected/,
    /^(?:OOM(?:Killed)?\b(?! command)|Killed: out of memory|[Mm]emory limit (?:exceeded|reached)(?=$|\.|:))/,
    /^Worker terminated due to reaching memory limit/,
  ],
  matchTyped: [
    /^InternalError: (?:out of memory|allocation|too much recursion|script too large)/,
    /^RangeError: (?:Out of memory|Invalid string length)(?=$|[.:\n])/i,
    /^(?:StackOverflowError|RecursionError|MemoryError|MaxListenersExceededWarning): /,
  ],
  cases: [
    {
      when: /call stack|recursion|stack (?:space|overflow)|StackOverflow|goroutine stack/i,
      text: 'The call stack is full: a function calls itself without end (infinite recursion), directly, through a getter or event, or over a circular structure.',
      suggestion:
        'Look for the function that repeats in the stack trace and give the recursion an end. If the data is really that deep, or very many arguments are spread into a call, use a loop.',
      examples: ['Maximum call stack size exceeded'],
    },
    {
      when: /EventEmitter|listeners/,
      text: 'More and more listeners are added to one event emitter and never removed, which is mostly a memory leak.',
      suggestion:
        'Add the listener once rather than per request, remove it when it is done (or use once), and raise setMaxListeners only if so many are right.',
      examples: ['Possible EventEmitter memory leak detected. 11 error listeners added to [Socket].'],
    },
    {
      when: /string longer|Buffer larger|string length|File size|maximum size|allocation size|[Bb]uffer allocation/,
      text: 'One value is too large for memory: a string, buffer, map or array exceeds the maximum size the engine allows or can get from the heap.',
      suggestion:
        'Work on the data in parts (streams, pages, lines) instead of as one value, and check sizes that are computed from input.',
      examples: ['Array buffer allocation failed', 'Cannot create a string longer than 0x1fffffe8 characters'],
    },
  ],
};
