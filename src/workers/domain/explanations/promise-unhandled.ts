import type { Pattern } from '../pattern.js';

export const PROMISE_UNHANDLED: Pattern = {
  id: 'promise-unhandled',
  title: 'Failure that nobody handled',
  text: 'A promise was rejected, or an async function or event emitter failed, and no `catch` or error listener handled it; what was thrown may not even be an Error. A chaining cycle means that a promise waits for itself (a circular wait).',
  suggestion:
    'Await every promise inside try and catch (or add `.catch()`), reject with Error objects so that there is a stack, add an `error` listener to emitters, and never return a promise from its own callback.',
  examples: [
    'Non-Error promise rejection captured with value: undefined',
    'Object captured as promise rejection with keys: code, message',
    'Chaining cycle detected for promise #<Promise>',
    'All promises were rejected',
    {
      type: 'UnhandledPromiseRejection',
      message: 'The promise rejected with the reason "undefined".',
      code: 'ERR_UNHANDLED_REJECTION',
    },
  ],
  counterexamples: ['Apps of starters are on the tray yet', 'Promise was rejected by the bride'],
  signs: { codes: ['ERR_UNHANDLED_REJECTION', 'ERR_UNHANDLED_ERROR'], classes: ['UnhandledPromiseRejection'] },
  match: [
    /^called `Result::(?:unwrap|expect)\w{0,10}\(\)` on an `Err` value: |^Non-Error (?:promise rejection|exception) captured with|\bcaptured as (?:promise rejection|exception)\b(?=$|\n| with keys:| with no keys)|^This error originated either by throwing inside of an async function without a catch block/,
    /(?:^|: )(?:Chaining cycle detected for promise|Promise[- ]chain cycle|A promise cannot be resolved with itself|Cannot resolve a promise with itself)|(?:^|: )(?:All promises were rejected(?=$|[.:;,(\n])|No Promise in Promise\.any was resolved)|^Promise rejection was handled asynchronously|\bThe promise rejected with the reason "/,
    /^(?:Unhandled (?:[Pp]romise )?[Rr]ejection(?! [a-z])|Possibly unhandled rejection|Possible Unhandled Promise Rejection|Uncaught \(in promise\)|UnhandledPromiseRejection)\b|^(?:Unhandled error(?: event)?\. \(|Uncaught, unspecified "error" event)|^(?:a promise was (?:created in a handler but was not returned|rejected with a non-error)|Warning: a promise was)|^(?:Callback was already called\.|Callback called multiple times|done\(\) called multiple times)/,
    /^(?:Detected unsettled top-level await|Top-level await promise never resolved|Promise (?:resolution is still pending|was collected|already (?:resolved|settled|rejected)))/,
  ],
  matchTyped: [
    /^(?:UnhandledRejection|UnhandledPromiseRejection|UnhandledPromiseRejectionWarning): (?:Non-Error|Object captured|undefined$|null$|\[object \w+\]$|\{|#<)|^AggregateError: (?:All promises|No Promise)/,
  ],
  cases: [
    {
      id: 'unwrapped-error',
      // What the value behind it says comes first.
      when: ['^called `Result::'],
      text: 'The code unwraps a Result that holds an error: the call failed, for the reason behind "Err value", and unwrap turns each failure into a panic that ends the thread.',
      suggestion:
        'Return the error with the ? operator or handle it with match, and read the value behind Err: it says what failed (a number that does not parse, a file that is missing).',
      examples: [
        {
          type: 'panic',
          message: 'called `Result::unwrap()` on an `Err` value: Elapsed(())',
          language: 'rust',
        },
      ],
    },
    {
      id: 'several-failures',
      signs: { classes: ['AggregateException', 'ExceptionGroup', 'BaseExceptionGroup'] },
      otherSigns: [
        { says: ['^All promises were rejected', '^No Promise in Promise.any was resolved'] },
        { classes: ['AggregateError'], isLast: true },
      ],
      text: 'One or more tasks that ran at the same time failed. This error only collects them: the inner exceptions say what went wrong.',
      suggestion:
        'Look at the inner exceptions (InnerExceptions, exceptions) and their stacks, and handle each of them; awaited tasks throw the first one directly.',
      examples: [{ type: 'System.AggregateException', message: 'One or more errors occurred.', language: 'dotnet' }],
    },
    {
      id: 'future-state',
      signs: { classes: ['InvalidStateError'], languages: ['python'] },
      otherSigns: [{ says: ['^Result is not set.$'] }],
      text: 'A future or task was asked for its result before it was done, or got a result a second time although it was done (or cancelled) already.',
      suggestion:
        'Wait for the future (or add a callback) before its result is read, ask done() before set_result(), and set the result in one place.',
      examples: [{ type: 'asyncio.exceptions.InvalidStateError', message: 'Result is not set.', language: 'python' }],
    },
    {
      id: 'event-loop',
      signs: {
        says: [
          /^asyncio\.run\(\) cannot be called from a running event loop|^This event loop is already running$|^Event loop is closed$|^There is no current event loop\b|^no running event loop$|\battached to a different loop$|^there is no reactor running\b|^Cannot (?:start|drop) a runtime (?:from within|in a context)\b|^You cannot call this from an async context\b/,
        ],
      },
      text: 'Asynchronous code runs without the event loop (runtime) it needs, or in a second one: none is running in this thread, one is running already, or an object belongs to a loop that is another or is closed.',
      suggestion:
        'Start the loop once at the entry of the program, let calls be awaited inside async code, and create clients and locks inside the loop that uses them.',
      examples: [
        {
          type: 'RuntimeError',
          message: 'asyncio.run() cannot be called from a running event loop',
          language: 'python',
        },
        { type: 'RuntimeError', message: 'Event loop is closed', language: 'python' },
        {
          type: 'panic',
          message: 'there is no reactor running, must be called from the context of a Tokio 1.x runtime',
          language: 'rust',
        },
      ],
    },
    {
      id: 'failed-task',
      signs: {
        says: [
          /^(?:Task|Future) exception was never retrieved\b|^A Task's exception\(s\) were not observed\b|^task \d{1,12} (?:panicked|was cancelled)\b|^Task #PID<[\d.]{3,30}> (?:started from|terminating)/,
        ],
      },
      text: 'A task that runs in the background failed, and nobody awaited it or looked at its result, so the exception came up only when the task was thrown away.',
      suggestion:
        'Keep a reference to each task, wait for it (gather, TaskGroup, Task.WhenAll, join) and handle its exception, or catch and log errors inside the task.',
      examples: [
        'Task exception was never retrieved',
        { type: 'JoinError', message: 'task 12 panicked', language: 'rust' },
      ],
    },
    {
      id: 'go-channel',
      signs: {
        says: [
          /^(?:send on|close of) (?:closed|nil) channel$|^sync: (?:negative WaitGroup counter|unlock of unlocked)/,
        ],
      },
      text: 'A channel, wait group or lock of goroutines is used after its end: a channel is closed twice or written to after it was closed, or Done or Unlock is called too often.',
      suggestion:
        'Let only the sender close a channel, once, after all sends; use defer for Unlock and Done, and call Add before the goroutine starts.',
      examples: [{ type: 'panic', message: 'send on closed channel', language: 'go' }],
    },
    {
      id: 'go-asleep',
      signs: {
        says: [
          /^(?:fatal error: )?(?:all goroutines are asleep - deadlock!|concurrent map (?:writes|read and map write|iteration and map write)$)/,
        ],
      },
      text: 'Goroutines do not work together: all of them wait for each other on a channel, lock or wait group (a deadlock), or two use the same map at once without a lock.',
      suggestion:
        'Check that each channel has a sender and a receiver, close it when all is sent, call Done for each Add, guard shared maps with a sync.Mutex, and run the tests with -race.',
      examples: [{ type: 'fatal error', message: 'all goroutines are asleep - deadlock!', language: 'go' }],
    },
    {
      id: 'lock-misused',
      signs: {
        classes: [
          'SynchronizationLockException',
          'IllegalThreadStateException',
          'IllegalMonitorStateException',
          'FiberError',
          'LockError',
        ],
        says: [
          /^(?:PoisonError \{|threads can only be started once|release unlocked lock|cannot (?:join|release|notify|wait on) (?:thread|un-?acquired lock|current thread)\b)|^deadlock; (?:recursive locking|lock already owned)/,
        ],
      },
      otherSigns: [{ says: ['^stopping only thread'] }],
      text: 'A lock (mutex, monitor or fiber) is used in the wrong way: by a thread that does not own it, a second time by the same thread (deadlock), or after it was released or has expired (timeout).',
      suggestion:
        'Call wait and notify only inside synchronized, release a lock once and by its owner, do not lock twice, and make a distributed lock live longer than the work.',
      examples: [
        { type: 'java.lang.IllegalMonitorStateException', message: 'current thread is not owner', language: 'java' },
        { type: 'ThreadError', message: 'deadlock; recursive locking', language: 'ruby' },
      ],
    },
    {
      id: 'task-unknown',
      signs: { classes: ['NotRegistered', 'MaxAttemptsExceededException', 'ManuallyFailedException'] },
      text: 'The worker of the queue cannot run this task (job): the task is not registered there, as its module is not imported or the worker runs older code, or the job was attempted too many times (retries, timeout).',
      suggestion:
        'Import the module of the task in the worker (autodiscover, include) and restart it after a deploy; for jobs that ran out of attempts look at the first failure, and raise timeout or tries.',
      examples: [
        { type: 'celery.exceptions.NotRegistered', message: "'shop.tasks.send_mail'", language: 'python' },
        {
          type: 'Illuminate\\Queue\\MaxAttemptsExceededException',
          message:
            'App\\Jobs\\X has been attempted too many times or run too long. The job may have previously timed out.',
          language: 'php',
        },
      ],
    },
    {
      id: 'job-gave-up',
      signs: { classes: ['MaxRetriesExceededError', 'TaskRevokedError', 'ChordError'] },
      text: 'The job (task) in the queue was given up: it failed as often as it may be retried, was revoked, or another task of its group failed. The error of its last try says why.',
      suggestion:
        'Look for the first error of this job in the log of the worker, mend that, and run the job again; raise the number of retries or the delay only if the cause passes by itself.',
      examples: [
        {
          type: 'celery.exceptions.MaxRetriesExceededError',
          message: "Can't retry shop.tasks.send[1f0c] args:() kwargs:{}",
          language: 'python',
        },
      ],
    },
    {
      id: 'main-thread',
      signs: { classes: ['NetworkOnMainThreadException', 'CalledFromWrongThreadException'] },
      text: 'Work was done on the wrong thread of the app: network calls are not allowed on the main (UI) thread, and views may be touched only on it.',
      suggestion:
        'Run network and database work in the background (coroutines, an executor) and change views on the main thread (runOnUiThread, Dispatchers.Main).',
      examples: [{ type: 'android.os.NetworkOnMainThreadException', message: 'null', language: 'java' }],
    },
    {
      id: 'actor',
      signs: {
        saysAmongErrors: [/^exited in: (?:GenServer|Task)\.\w{1,20}\(.{1,300}\(EXIT\) no process\b/s],
        says: ['** (EXIT) no process: the process is not alive'],
      },
      text: 'A message was sent to a process (GenServer) that is not alive: it was never started under its supervisor, crashed, or is registered under another name.',
      suggestion: 'Add it to the supervision tree, check the name it is started with, and read the log for its crash.',
      examples: [
        {
          type: 'exit',
          message:
            "exited in: GenServer.call(Shop.Cart, :get, 5000)\n    ** (EXIT) no process: the process is not alive or there's no process currently associated with the given name",
          language: 'elixir',
        },
      ],
    },
  ],
};
