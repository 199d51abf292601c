import type { Pattern } from '../pattern.js';

export const TIMEOUT_OR_ABORT: Pattern = {
  id: 'timeout-or-abort',
  title: 'Timed out or cancelled',
  text: 'The operation was stopped before it finished: it took longer than its time limit (it timed out), or it was aborted (cancelled).',
  suggestion: 'Find out what was slow, and treat an abort that your own code asked for as normal.',
  examples: [
    'Navigation timeout of 30000 ms exceeded',
    'read ETIMEDOUT',
    'timeout of 5000ms exceeded',
    'This operation was aborted',
  ],
  match: [
    /(?:^|: )E(?:SOCKET)?TIME(?:D)?OUT(?=$|[\s:,)\]])|\b(?:connect|read|write|send|query|queryA|querySrv) E(?:SOCKET)?TIME(?:D)?OUT(?=$|[\s:,)\]])/,
    /(?:^|: )[Tt]imeout (?:of )?\d[\d_.]* ?(?:ms|milliseconds|s|seconds)? ?exceeded/,
    /(?:^|: )(?:The |This )?(?:operation|request|query|connection|navigation|signal|script execution|server|socket|task|job|test|command|promise|function|upload|download|handshake|wait|call|process|response|render|hook|action|transaction) (?:has )?timed? ?out(?=$|[.!,:\n]| (?:after|in) \d| (?:waiting|while|at:|for \w{1,30}ing)\b)/i,
    /(?:^|: )(?:Navigation [Tt]imeout(?: of \d+ ?ms)? [Ee]xceeded|Waiting (?:for .{1,150} )?failed: (?:timeout )?\d+ ?ms exceeded|Waiting failed: \d+)/i,
    /(?:^|: )(?:network|response|socket|request|body|headers|connection|connect|idle|read|write|lookup|client|inactivity) time-?out(?=$|\.$|\n| at:| at | while | error| expired| exceeded| occurred| reached| after \d|:)/i,
    /(?:^|: )(?:Connect|Headers|Body) Timeout Error/,
    /(?:^|: )(?:Timeout awaiting '|Timed out (?:after|waiting|while|in) |Timeout (?:exceeded|error|expired|reached|occurred)(?=$|[.:,\n]| (?:after|while|waiting|for|when))|Exceeded timeout of |Operation timed out)/,
    /(?:^|: )(?:Async callback was not invoked within|Timeout - Async callback|Test timed out in|\w+\.\w+ timed out\. Increase the 'protocolTimeout')/,
    /\bcontext deadline exceeded\b|: i\/o timeout$|^Deadline exceeded$|\bDEADLINE_EXCEEDED\b|\bRead timed out\b/,
    /\b(?:net::)?ERR_(?:CONNECTION_)?TIMED_OUT\b/,
    /\bTask timed out after \d[\d.]* seconds/,
    /(?:^|: )(?:timed out after \d|did not (?:respond|complete|finish) (?:in|within) \d+ ?(?:ms|s|seconds|milliseconds))/,
    /^(?:thrown: "Exceeded timeout of )|^(?:timeout|timed out|Timeout|ESOCKETTIMEDOUT)$/,
    /(?:^|: )(?:This|The) (?:operation|request|query|fetch|user) (?:was |is |has been |)(?:aborted|canceled|cancelled)(?=$|[.,\n]| due to| a request| by)/i,
    /(?:^|: )(?:signal is aborted|signal timed out|Fetch is aborted|BodyStreamBuffer was aborted|The user aborted a request|The fetching process for the media resource was aborted|net\/http: request canceled)/,
    /^(?:[Aa]borted|[Cc]anceled|[Cc]ancelled|AbortError|[Rr]equest (?:was )?(?:aborted|cancell?ed)|[Oo]peration (?:was )?(?:aborted|cancell?ed)|Query (?:was )?(?:aborted|cancell?ed)|Upload (?:aborted|cancell?ed)|Load cancell?ed)(?=\.?$|\n)/,
    /\bnet::ERR_ABORTED\b|\bNS_BINDING_ABORTED\b|\bNS_ERROR_ABORT\b/,
    /^Abort due to cancellation of |^(?:request|navigation|task|job) (?:was )?(?:cancell?ed|aborted|superseded) by (?:the )?(?:user|client|navigation|a new)/i,
  ],
  matchTyped: [
    /^(?:TimeoutError|ConnectTimeoutError|HeadersTimeoutError|BodyTimeoutError|RequestTimeoutError|APIConnectionTimeoutError|ResponseTimeoutError|ReadTimeout|ConnectTimeout|SocketTimeoutException): /,
    /^(?:CanceledError|CancelledError|CancellationError|CancelError|APIUserAbortError): /,
    /^AbortError: (?!.{0,200}(?:\bplay\(\)|\btransaction\b|\bIndexedDB\b|\bmedia\b|pause\(\)|push service|service worker|ServiceWorker))/,
  ],
  cases: [
    {
      when: /abort|cancel|superseded/i,
      text: 'The operation was aborted before it finished: the code cancelled it, the user left the page, or the connection was closed. Mostly it was stopped on purpose.',
      suggestion:
        'Treat an abort that your own code asked for as normal and do not report it (check error.name === "AbortError"), and look for timeouts if you did not ask for it.',
      examples: ['This operation was aborted', 'signal is aborted without reason'],
    },
    {
      when: /time|deadline/i,
      text: 'The operation timed out: it took longer than its time limit (timeout), because a server, query, page or test was too slow or never answered.',
      suggestion:
        'Find out what was slow, check that the other side can be reached, and raise the timeout only if the work really needs longer.',
      examples: ['Navigation timeout of 30000 ms exceeded', 'read ETIMEDOUT', '4 DEADLINE_EXCEEDED: Deadline exceeded'],
    },
  ],
};
