// The class of an error, wherever it is told: as the type of the event or in front of its message.

import { MESSAGE_LEADS_MAX } from '../../../limits.js';

export interface ClassedMessage {
  /** Without its package; empty when it says nothing, as `Error` does. */
  readonly className: string;
  readonly message: string;
}

/** Types that tell how an error was noticed, not what it is: one error thrown and printed is one error. */
const NOTICED_BY: ReadonlySet<string> = new Set([
  ...['uncaughtexception', 'unhandledrejection', 'unhandledexception', 'unhandledpromiserejection', 'uncaughterror'],
  ...['consoleerror', 'console', 'consolewarn', 'error', 'exception', 'err', 'fatal', 'panic', 'crash', 'throwable'],
  ...['onerror', 'windowerror', 'window.onerror', 'promiserejection', 'rejection', 'caughtexception', 'caught'],
  ...['handledexception', 'handled', 'manual', 'captured', 'capturedexception', 'captureexception', 'log', 'logged'],
  ...['reacterror', 'reacterrorboundary', 'errorboundary', 'vueerror', 'componenterror', 'rendererror', 'jserror'],
  ...['httperror', 'servererror', 'requesterror', 'middleware', 'expresserror', 'runtimeerror', 'unknown', 'generic'],
  ...['uncaught', 'unhandled', 'logerror', 'loggererror', 'javascripterror', 'scripterror', 'excepthook', 'default'],
  ...['vueerrorhandler', 'errorhandler', 'angularerror', 'fatalerror', 'logmessage', 'logrecord', 'promiseerror'],
]);

/** Written in front of a message by what noticed the error. */
const LEAD =
  /^(?:Uncaught |\(in promise\):? |Unhandled (?:promise )?rejection(?: error)?:? |Unhandled exception(?:\.|:)? |Uncaught exception:? |panic: |Exception in thread "[^"\n]{0,80}" |PHP (?:Fatal|Parse|Recoverable fatal) error: {1,2}|Fatal error: )/i;
const CLASS =
  /^([A-Za-z_$][\w.$\\]{0,120}(?:::\w{1,60}){0,6})(?: \[(\w{1,60})\])?(?: \([\w.]{1,60}\))?(?::(?: |$|(?=\n)))/;
/** A message that is nothing else: `java.lang.NullPointerException`. */
const CLASS_ALONE = /^\s{0,4}((?:[A-Za-z_$][\w$]{0,60}(?:\.|\\|::)){0,12}[A-Z]\w{2,120}(?:Error|Exception))\s{0,4}$/;
const IS_CLASS = /(?:Error|Exception|Failure|Fault|Warning|Interrupt|Violation|Timeout|NotFound|Panic|Err|Abort)$/;
const IS_IN_PACKAGE = /^[\w$]+(?:(?:\.|\\|::)[\w$]+)*(?:\.|\\|::)[A-Z]\w*$/;
/** As PostgreSQL's client and many shells write it. */
const SAYS_NOTHING =
  /^(?:Error|Exception|error|ERROR|exception|Throwable|Fatal|Failure|RuntimeException|StandardError)$/;

/** The class of the error and its message without it. */
export function splitClass(type: string, message: string): ClassedMessage {
  const told = NOTICED_BY.has(type.toLowerCase().replaceAll(/[_\s-]/g, '')) ? '' : bareName(type);
  let className = told;
  let rest = message;
  for (let count = 0; count < MESSAGE_LEADS_MAX; count++) {
    const lead = LEAD.exec(rest)?.[0];
    if (lead !== undefined) {
      rest = rest.slice(lead.length);
      continue;
    }
    const [whole = '', name = '', code] = CLASS.exec(rest) ?? CLASS_ALONE.exec(rest) ?? [];
    if (name === '' || !isClassName(name)) break;
    const bare = bareName(name);
    // A class inside of another belongs to the message: it tells the cause.
    if (className !== '' && bare !== '' && bare !== className) break;
    className ||= bare;
    rest = `${code === undefined ? '' : `[${code}] `}${rest.slice(whole.length)}`;
  }
  // What Java says of an error without a message.
  return { className, message: className !== '' && rest.trim() === 'null' ? '' : rest };
}

function isClassName(name: string): boolean {
  return IS_CLASS.test(name) || SAYS_NOTHING.test(name) || IS_IN_PACKAGE.test(name);
}

/** Packages move, and minifiers give names of a letter or two. */
function bareName(name: string): string {
  const bare = name.slice(
    Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('\\'), name.lastIndexOf('$')) + 1,
  );
  return SAYS_NOTHING.test(bare) || bare.length < 3 ? '' : bare;
}
