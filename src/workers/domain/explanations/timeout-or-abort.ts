import type { Pattern } from '../pattern.js';

export const TIMEOUT_OR_ABORT: Pattern = {
  id: 'timeout-or-abort',
  title: 'Timed out or cancelled',
  text: 'The operation was stopped before it finished: it took longer than its time limit (it timed out), or it was aborted (cancelled).',
  suggestion: 'Find out what was slow, and treat an abort that your own code asked for as normal.',
  examples: [
    'Navigation timeout of 30000 ms exceeded',
    'Deadline exceeded',
    'timeout of 5000ms exceeded',
    'This operation was aborted',
  ],
  counterexamples: [
    'The operation has timed out, the surgeon said',
    'Request timed out: no teacher answered within 2 days',
    'Timed out waiting for the florist',
    'Timeout: coach of team blue asked for 30 seconds',
    'Request was cancelled by the guest: room 12',
    'Operation cancelled: knee surgery of Mr. Low',
  ],
  signs: { codes: ['ETIME'], classes: ['DeadlineExceededException'] },
  match: [
    /^Deadline exceeded$|(?:^|: )[Tt]imeout (?:of )?\d[\d_.]* ?(?:ms|milliseconds|s|seconds)? ?exceeded|(?:^|: )(?:Connect|Headers|Body) Timeout Error|(?:^|: )(?:Async callback was not invoked within|Timeout - Async callback|Test timed out in|\w+\.\w+ timed out\. Increase the 'protocolTimeout')/,
    /(?:^|: )(?:The |This )?(?:operation|request|query|connection|navigation|signal|script execution|server|socket|task|job|test|command|promise|function|upload|download|handshake|wait|call|process|response|render|hook|action|transaction) (?:has )?timed? ?out(?=$|[.!\n]|: \S{0,80}[\d/(]| (?:after|in) \d| (?:waiting|while|at:|for \w{1,30}ing)\b)/i,
    /(?:^|: )(?:Navigation [Tt]imeout(?: of \d+ ?ms)? [Ee]xceeded|Waiting (?:for .{1,150} )?failed: (?:timeout )?\d+ ?ms exceeded|Waiting failed: \d+)|(?:^|: )(?:This|The) (?:operation|request|query|fetch|user) (?:was |is |has been |)(?:aborted|canceled|cancelled)(?=$|[.,\n]| due to| a request| by)|(?:^|: )(?:network|response|socket|request|body|headers|connection|connect|idle|read|write|lookup|client|inactivity) time-?out(?=$|\.$|\n| at:| at | while | error| expired| exceeded| occurred| reached| after \d|:)/i,
    /(?:^|: )(?:Timeout awaiting '|Timed out (?:(?:after|in) \d|while (?:waiting|trying)|waiting (?:\d|for (?:the )?(?:\S*[_.():#\d/]|element|page|response|server|connection|lock|process|job|condition|selector|event|\w{1,40} to (?:start|be ready|become))))|Timeout (?:exceeded|error|expired|reached|occurred)(?=$|[.:,\n]| (?:after|while|waiting|for|when))|Exceeded timeout of |Operation timed out)/,
    /(?:^|: )(?:timed out after \d|did not (?:respond|complete|finish) (?:in|within) \d+ ?(?:ms|s|seconds|milliseconds))|^(?:thrown: "Exceeded timeout of )|^(?:timeout|timed out|Timeout|ESOCKETTIMEDOUT)$|\bnet::ERR_ABORTED\b|\bNS_BINDING_ABORTED\b|\bNS_ERROR_ABORT\b|(?:^|: )(?:signal is aborted|signal timed out|Fetch is aborted|BodyStreamBuffer was aborted|The user aborted a request|The fetching process for the media resource was aborted|net\/http: request canceled)/,
    /^(?:[Aa]borted|[Cc]anceled|[Cc]ancelled|AbortError|[Rr]equest (?:was )?(?:aborted|cancell?ed)|[Oo]peration (?:was )?(?:aborted|cancell?ed)|Query (?:was )?(?:aborted|cancell?ed)|Upload (?:aborted|cancell?ed)|Load cancell?ed)(?=\.?$|\n)/,
    /^Abort due to cancellation of |^(?:request|navigation|task|job) (?:was )?(?:cancell?ed|aborted|superseded) by (?:the )?(?:user|client|navigation|a new)/i,
  ],
  matchTyped: [
    /^(?:TimeoutError|TimeoutException|Timeout): |^AbortError: (?!.{0,200}(?:\bplay\(\)|\btransaction\b|\bIndexedDB\b|\bmedia\b|pause\(\)|push service|service worker|ServiceWorker))/,
  ],
  cases: [
    {
      id: 'redis-command-timeout',
      signs: {
        libraries: ['ioredis', 'redis', '@redis/client'],
        where: ['^Command timed out$'],
        saysAmongErrors: ['^Command timed out$'],
      },
      text: 'The Redis command timed out: the server did not answer within the time limit (commandTimeout) of the client, because it is overloaded, blocked by a slow command, or the connection hangs.',
      suggestion:
        'Look into the slow log of Redis and at its CPU and memory, avoid commands over all keys, and raise the timeout of the client only then.',
      examples: [
        {
          message: 'Command timed out',
          stack:
            'Error: Command timed out\n    at Timeout._onTimeout (/srv/app/node_modules/ioredis/built/Command.js:171:33)',
        },
      ],
    },
    {
      id: 'http-timeout-dotnet',
      signs: {
        classes: ['TaskCanceledException', 'TimeoutException', 'OperationCanceledException'],
        where: /HttpClient\.Timeout|timeout .{0,60}elapsed/i,
      },
      text: 'The request or task was canceled because its timeout elapsed: the server was too slow or did not answer within the time limit of the client, which cancelled the call.',
      suggestion:
        'Find out in the log of the server what is slow, pass cancellation tokens on, and raise HttpClient.Timeout only if the work really needs longer.',
      examples: [
        {
          type: 'System.Threading.Tasks.TaskCanceledException',
          message: 'The request was canceled due to the configured HttpClient.Timeout of 100 seconds elapsing.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'client-time-limit',
      signs: { codes: ['ECONNABORTED'], where: ['timeout of', 'timeout exceeded'] },
      otherSigns: [
        {
          says: [
            'Client.Timeout exceeded while awaiting headers',
            'Client.Timeout or context cancellation while reading body',
            '^The operation was aborted due to timeout',
            '^signal timed out',
          ],
        },
      ],
      text: 'The time limit (timeout) that the caller itself had set was over before the answer had come, so it cancelled the call. The server was too slow, overloaded or not reachable.',
      suggestion:
        'Find out in the log of the server what was slow, retry calls that are safe to repeat, and raise the timeout of the client only if the work really needs longer.',
      examples: [
        { type: 'AxiosError', message: 'timeout of 5000ms exceeded', code: 'ECONNABORTED' },
        { type: 'TimeoutError', message: 'The operation was aborted due to timeout' },
        {
          message: 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
          language: 'go',
        },
      ],
    },
    {
      id: 'slow-answer',
      signs: {
        codes: [
          'UND_ERR_HEADERS_TIMEOUT',
          'UND_ERR_BODY_TIMEOUT',
          'ERR_HTTP_REQUEST_TIMEOUT',
          'ERR_SOCKET_CONNECTION_TIMEOUT',
        ],
        says: [/^Read timed out executing [A-Z]{3,7} /],
        classes: [
          'ReadTimeout',
          'ReadTimeoutError',
          'ReadTimeoutException',
          'SocketTimeoutException',
          'WriteTimeout',
          'ServerTimeoutError',
          'SocketTimeoutError',
          'HeadersTimeoutError',
          'BodyTimeoutError',
          'APITimeoutError',
          'APIConnectionTimeoutError',
        ],
      },
      text: 'The other side took the request but did not answer in time: the read timed out. The server (or the page, query or command behind it) was too slow, overloaded or stuck.',
      suggestion:
        'Find out on the other side what is slow, check that it can be reached at all, retry calls that are safe to repeat, and raise the timeout only if the work really needs longer.',
      examples: [
        {
          type: 'requests.exceptions.ReadTimeout',
          message: "HTTPSConnectionPool(host='api.example.com', port=443): Read timed out. (read timeout=5)",
          language: 'python',
        },
        { type: 'java.net.SocketTimeoutException', message: 'Read timed out', language: 'java' },
        { type: 'Net::ReadTimeout', message: 'Net::ReadTimeout with #<TCPSocket:(closed)>', language: 'ruby' },
        { type: 'TypeError', message: 'fetch failed', code: 'UND_ERR_HEADERS_TIMEOUT' },
      ],
    },
    {
      id: 'no-connection-in-time',
      signs: {
        codes: ['UND_ERR_CONNECT_TIMEOUT'],
        classes: [
          'ConnectTimeout',
          'ConnectTimeoutError',
          'ConnectTimeoutException',
          'OpenTimeout',
          'HttpConnectTimeoutException',
          'ConnectionTimeoutError',
          'ConnectionTimeoutException',
        ],
      },
      text: 'The connection was not made in time: nothing answered at this host and port, so the attempt timed out. The server is down or overloaded, the address is wrong, or a firewall drops the packets.',
      suggestion:
        'Check host and port, that the server can be reached from this very machine or container, and the rules of firewalls and security groups; then retry after a pause.',
      examples: [
        { type: 'httpx.ConnectTimeout', message: 'timed out', language: 'python' },
        { type: 'Net::OpenTimeout', message: 'execution expired', language: 'ruby' },
        { type: 'TypeError', message: 'fetch failed', code: 'UND_ERR_CONNECT_TIMEOUT' },
      ],
    },
    {
      id: 'connect-timed-out',
      signs: {
        codes: ['ETIMEDOUT'],
        classes: ['SocketTimeoutException'],
        // What does not answer at the port of a database is explained as that.
        where:
          /^(?!.{0,300}:(?:5432|5433|6432|3306|27017|27018|1433|1521|9042|26257|6379|6380)\b)(?:.{0,300}(?:\bconnect\b|[Cc]onnection timed out|WinError 10060)|[Cc]onnect timed out|dial )/s,
      },
      text: 'The attempt to connect timed out: nothing answered at this host and port in time. The server is down, the address is wrong, or a firewall drops the packets.',
      suggestion:
        'Check host and port, that the server can be reached from this machine or container, and the firewall; then retry after a pause.',
      examples: [
        'connect ETIMEDOUT 10.0.0.5:443',
        { type: 'java.net.SocketTimeoutException', message: 'Connect timed out', language: 'java' },
      ],
    },
    {
      id: 'pool-timeout',
      signs: {
        where: /^(?!.{0,80}obtain a connection)/,
        classes: ['PoolTimeout', 'ConnectionPoolTimeoutException', 'EmptyPoolError'],
        libraries: ['httpx', 'httpcore', 'urllib3', 'org.apache.http', 'org.apache.hc'],
      },
      text: 'No connection was free in the pool in time: all of them are in use, or some are never given back, so the request timed out while waiting for one.',
      suggestion:
        'Give every connection back (close responses and sessions), share one client, and let the pool be as large as the calls that run at the same time.',
      examples: [{ type: 'httpx.PoolTimeout', message: '', language: 'python' }],
    },
    {
      id: 'database-client-timeout',
      signs: { says: ['^Query read timeout$', '^timeout expired$'] },
      otherSigns: [
        { classes: ['MongoOperationTimeoutError'] },
        {
          classes:
            'MongoSocketReadTimeoutException, NetworkTimeout, RedisTimeoutException, RedisResponseTimeoutException, RedisCommandTimeoutException, AdapterTimeout'.split(
              ', ',
            ),
        },
      ],
      text: 'The client of the database gave up waiting: it could not connect, or the query or command had no answer before its timeout. The server is unreachable or overloaded, or the statement is slow or waits for a lock.',
      suggestion:
        'Check that the database can be reached, look for slow queries and locks, and raise the timeout of the client (connection or query timeout) only if the work needs it.',
      examples: [
        {
          message: 'Query read timeout',
          stack:
            'Error: Query read timeout\n    at Timeout.<anonymous> (/srv/app/node_modules/pg/lib/client.js:550:21)',
        },
      ],
    },
    {
      id: 'command-timed-out',
      signs: { classes: ['TimeoutExpired', 'ProcessTimedOutException'] },
      otherSigns: [{ says: ['^Command timed out after '] }],
      text: 'The command ran longer than its timeout allowed and was killed: it is slow, waits for input, or never ends.',
      suggestion:
        'Run the command by hand to see what it waits for, give it its input, and raise the timeout only if it really needs longer.',
      examples: [
        {
          type: 'subprocess.TimeoutExpired',
          message: "Command '['sleep', '2']' timed out after 0.1 seconds",
          language: 'python',
        },
      ],
    },
    {
      id: 'execution-time',
      signs: {
        classes: ['SoftTimeLimitExceeded', 'TimeLimitExceeded', 'JobTimeoutException', 'RequestTimeoutException'],
        says: [/^Maximum execution time of \d+ seconds? exceeded|\bTask timed out after \d[\d.]* seconds/],
      },
      otherSigns: [{ codes: ['ERR_SCRIPT_EXECUTION_TIMEOUT'] }],
      text: 'The program or script ran longer than its execution time limit (a timeout) and was stopped: a slow query or request, a loop without end, or too much work at once.',
      suggestion:
        'Find the slow part in the log or with a profiler, move long work to a job in the background, and raise the limit (max_execution_time, the timeout of the worker or function) only then.',
      examples: [
        { message: 'Maximum execution time of 30 seconds exceeded', language: 'php' },
        { type: 'celery.exceptions.SoftTimeLimitExceeded', message: 'SoftTimeLimitExceeded()', language: 'python' },
      ],
    },
    {
      id: 'aborted',
      signs: {
        where:
          /^(?!.{0,200}(?:\bplay\(\)|\btransaction\b|\bIndexedDB\b|\bmedia\b|pause\(\)|push service|service worker|ServiceWorker))/,
        codes: ['ABORT_ERR', 'ERR_CANCELED', 'ECANCELED', 'ECONNCANCELED', 'ERR_ABORTED', 'UND_ERR_ABORTED'],
        classes: [
          'AbortError',
          'CanceledError',
          'CancelledError',
          'CancellationError',
          'CancelError',
          'CancellationException',
          'APIUserAbortError',
          'OperationCanceledException',
          'TaskCanceledException',
          'JobCancellationException',
          'InterruptedIOException',
        ],
        says: ['^context canceled$', ': context canceled$'],
      },
      when: /abort|cancel|superseded/i,
      text: 'The operation was aborted before it finished: the code cancelled it, the user left the page, or the connection was closed. Mostly it was stopped on purpose.',
      suggestion:
        'Treat an abort that your own code asked for as normal and do not report it (check error.name === "AbortError"), and look for timeouts if you did not ask for it.',
      examples: ['This operation was aborted', 'signal is aborted without reason'],
    },
    {
      id: 'timed-out',
      signs: {
        codes: ['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_CONNECTION_TIMED_OUT', 'ERR_TIMED_OUT', 'TIMEOUT_ERR', 'curl 28'],
        classes: [
          'AsyncTimeoutError',
          'ResponseTimeoutError',
          'RequestTimeoutError',
          'TimeoutRejectedException',
          'HttpTimeoutException',
          'TimeoutExceptionError',
          'WaitTimeoutError',
          'TooLongRunException',
        ],
        says: [
          /^(?:\*\* \(exit\) )?exited in: .{1,300}\n? {0,8}\*\* \(EXIT\) time out$|^deadline has elapsed$|\bcontext deadline exceeded\b|: i\/o timeout$|^execution expired$/,
        ],
        saysAmongErrors: ['^timed out$'],
      },
      otherSigns: [{ classes: ['TimeoutCancellationException', 'AsyncRequestTimeoutException'] }],
      when: /time|deadline/i,
      text: 'The operation timed out: it took longer than its time limit (timeout), because a server, query, page or test was too slow or never answered.',
      suggestion:
        'Find out what was slow, check that the other side can be reached, and raise the timeout only if the work really needs longer.',
      examples: ['Navigation timeout of 30000 ms exceeded', 'read ETIMEDOUT'],
    },
    {
      id: 'thread-interrupted',
      signs: { classes: ['InterruptedException'] },
      text: 'A thread was interrupted while it waited or slept: another thread asked it to stop, as on shutdown or when a task is cancelled.',
      suggestion:
        'Let the method throw it, or restore the flag with Thread.currentThread().interrupt() and end the work; it is no failure on shutdown.',
      examples: [{ type: 'java.lang.InterruptedException', message: 'sleep interrupted', language: 'java' }],
    },
  ],
};
