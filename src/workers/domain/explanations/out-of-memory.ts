import type { Pattern } from '../pattern.js';

export const OUT_OF_MEMORY: Pattern = {
  id: 'out-of-memory',
  title: 'Out of memory or call stack',
  text: 'The program used up its memory: the heap is full. Either something keeps growing (a leak, such as a cache or list that is never emptied), or too much large data is held at once.',
  suggestion:
    'Load large files and results in pages or streams, compare two heap snapshots (or dumps) to find a leak, and only then raise the limit (--max-old-space-size, -Xmx, memory_limit or the size of the container).',
  examples: [
    'Maximum call stack size exceeded',
    'too much recursion',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Array buffer allocation failed',
    { type: 'java.lang.OutOfMemoryError', message: 'Java heap space', language: 'java' },
    { type: 'MemoryError', message: '', language: 'python' },
    {
      type: 'System.OutOfMemoryException',
      message: 'Insufficient memory to continue the execution of the program.',
      language: 'dotnet',
    },
    { message: 'Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes)', language: 'php' },
    { message: 'Os { code: 12, kind: OutOfMemory, message: "Cannot allocate memory" }', language: 'rust' },
  ],
  counterexamples: [
    'Out of memory foam mattresses in warehouse 7',
    'Stack overflow: 12 pallets on stack A',
    'Recursion depth 4 of fractal reached',
  ],
  signs: {
    codes: ['ENOMEM', 'ERR_WORKER_OUT_OF_MEMORY'],
    classes: [
      'MemoryError',
      'OutOfMemoryError',
      'OutOfMemoryException',
      'NoMemoryError',
      'InsufficientMemoryException',
    ],
    says: [
      /^Allowed memory size of \d+ bytes exhausted|\bstd::bad_alloc\b|^runtime: out of memory|^memory allocation of \d+ bytes failed/,
    ],
  },
  match: [
    /\bJavaScript heap out of memory\b|\bJS heap out of memory\b|(?:^|: )(?:Reached heap limit|Ineffective mark-compacts near heap limit|CALL_AND_RETRY_LAST|MarkCompactCollector|invalid (?:array|table) size Allocation failed|NewSpace::|Zone Allocation failed|Scavenger: )|(?:^|: )(?:[Oo]ut of memory)(?=$|\n|\.$|: | \(|!)/,
    /(?:^|: )(?:Array ?[Bb]uffer allocation failed|allocation size overflow|could not allocate memory|Failed to allocate memory|Cannot allocate memory|Allocation failed(?=$| -|:)|Unable to allocate)|(?:^|: )Possible EventEmitter memory leak detected|^Worker terminated due to reaching memory limit|(?:^|: )(?:Cannot create a (?:string longer|Buffer larger) than|File size \(\d+\) is greater than|Invalid string length(?=$|\n)|(?:Set|Map) maximum size exceeded)|^(?:OOM(?:Killed)?\b(?! command)|Killed: out of memory|[Mm]emory limit (?:exceeded|reached)(?=$|\.|:))/,
  ],
  matchTyped: [
    /^InternalError: (?:out of memory|allocation|script too large)/,
    /^RangeError: (?:Out of memory|Invalid string length)(?=$|[.:\n])/i,
  ],
  cases: [
    {
      id: 'gpu-memory',
      signs: {
        classes: ['OutOfMemoryError', 'TorchOutOfMemoryError', 'ResourceExhaustedError'],
        where: ['CUDA', 'HIP', 'MPS', 'OOM when allocating'],
        says: ['CUDA out of memory', 'CUDA error: out of memory', '^OOM when allocating tensor'],
      },
      text: 'The memory of the graphics card (GPU) is full: model, batch and intermediate results together do not fit, or another process holds a part of it.',
      suggestion:
        'Use a smaller batch or model (or half precision), free tensors that are no longer used, and see with nvidia-smi who else uses the GPU.',
      examples: [
        {
          type: 'torch.cuda.OutOfMemoryError',
          message: 'CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.79 GiB total capacity)',
          language: 'python',
        },
      ],
    },
    {
      id: 'jvm-heap-setting',
      signs: {
        says: [
          /\bCould not reserve enough space for \S{1,30} object heap|^Invalid (?:maximum|initial) heap size: |^Initial heap size set to a larger value than the maximum heap size/,
        ],
      },
      text: 'The JVM cannot start with this heap: its size (-Xmx, -Xms) is larger than the memory that this machine or container has, or is not a size.',
      suggestion:
        'Lower -Xmx and -Xms, or give the machine or container more memory, and check the unit behind the number.',
      examples: [
        { type: 'Error', message: 'Could not reserve enough space for 1048574951424KB object heap', language: 'java' },
      ],
    },
    {
      id: 'jvm-metaspace',
      signs: { classes: ['OutOfMemoryError'], where: ['^Metaspace', '^PermGen space', '^Compressed class space'] },
      text: 'The JVM has no room left for classes: the metaspace is full, because very many classes are loaded or generated, or class loaders leak on redeploys.',
      suggestion:
        'Look for libraries that generate classes again and again and for redeploys that keep old ones, and raise MaxMetaspaceSize if so many classes are right.',
      examples: [{ type: 'java.lang.OutOfMemoryError', message: 'Metaspace', language: 'java' }],
    },
    {
      id: 'too-many-threads',
      signs: {
        classes: ['OutOfMemoryError', 'ThreadError'],
        where: ['native thread', 'start new thread', 'create Thread'],
        says: [
          '^unable to create native thread',
          '^unable to create new native thread',
          "^can't start new thread$",
          "^can't create Thread: Resource temporarily unavailable",
        ],
      },
      text: 'The system could not create another thread: the process or container reached its limit of threads, or has no memory left for their stacks.',
      suggestion:
        'Use thread pools of a fixed size, look in a thread dump for what starts threads without end, and raise the limit (ulimit -u, pids of the container) only then.',
      examples: [
        {
          type: 'java.lang.OutOfMemoryError',
          message: 'unable to create native thread: possibly out of memory or process/resource limits reached',
          language: 'java',
        },
        { type: 'RuntimeError', message: "can't start new thread", language: 'python' },
      ],
    },
    {
      id: 'stack-overflow',
      signs: {
        classes: [
          'RecursionError',
          'StackOverflowError',
          'SystemStackError',
          'StackOverflowException',
          'InsufficientExecutionStackException',
        ],
        says: [
          /(?:^|: )Maximum call stack size exceeded|(?:^|: )too much recursion(?=$|[.\n])|(?:^|: )maximum recursion depth exceeded|^stack level too deep|^Maximum function nesting level of '\d+' reached|^thread '[^'\n]{1,80}' (?:\(\d{1,10}\) )?(?:\(\d{1,10}\) )?has overflowed its stack|^runtime: goroutine stack exceeds|^stack overflow$|^Maximum call stack size of \d+ bytes .{0,40}reached/,
        ],
      },
      when: /call stack|recursion|stack (?:space|overflow)|StackOverflow|goroutine stack/i,
      text: 'The call stack is full: a function calls itself without end (infinite recursion), directly, through a getter or event, or over a circular structure.',
      suggestion:
        'Look for the function that repeats in the stack trace and give the recursion an end. If the data is really that deep, or very many arguments are spread into a call, use a loop.',
      examples: [
        'Maximum call stack size exceeded',
        'too much recursion',
        { type: 'RecursionError', message: 'maximum recursion depth exceeded', language: 'python' },
        { type: 'java.lang.StackOverflowError', message: '', language: 'java' },
        { type: 'SystemStackError', message: 'stack level too deep', language: 'ruby' },
        { message: "Maximum function nesting level of '256' reached, aborting!", language: 'php' },
      ],
    },
    {
      id: 'too-many-listeners',
      signs: { classes: ['MaxListenersExceededWarning'] },
      when: ['EventEmitter', 'listeners'],
      text: 'More and more listeners are added to one event emitter and never removed, which is mostly a memory leak.',
      suggestion:
        'Add the listener once rather than per request, remove it when it is done (or use once), and raise setMaxListeners only if so many are right.',
      examples: ['Possible EventEmitter memory leak detected. 11 error listeners added to [Socket].'],
    },
    {
      id: 'value-too-large',
      signs: {
        codes: ['ERR_STRING_TOO_LONG', 'ERR_BUFFER_TOO_LARGE', 'ERR_FS_FILE_TOO_LARGE'],
        classes: ['_ArrayMemoryError', 'ArrayMemoryError'],
        says: [/^Unable to allocate \d[\d.]* [KMGT]iB for an array|^Requested array size exceeds VM limit/],
      },
      when: /string longer|Buffer larger|string length|File size|maximum size|allocation size|[Bb]uffer allocation/,
      text: 'One value is too large for memory: a string, buffer, map or array exceeds the maximum size the engine allows or can get from the heap.',
      suggestion:
        'Work on the data in parts (streams, pages, lines) instead of as one value, and check sizes that are computed from input.',
      examples: ['Array buffer allocation failed', 'Cannot create a string longer than 0x1fffffe8 characters'],
    },
  ],
};
