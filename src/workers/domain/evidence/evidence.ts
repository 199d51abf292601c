// What an error shows about its cause: found once, for all patterns to look at.

import type { Cause, StackFrame } from '../../../../schemas/event.js';
import type { CauseFacts } from '../cause-facts.js';
import { type Text, toText } from '../matcher.js';
import type { Language } from '../stacks/text-stack.js';
import { codesOf } from './codes.js';
import { librariesOf } from './library.js';
import { isVagueName, stripPrefixes, toSimpleName } from './prefixes.js';
import { runtimePartOf } from './runtime-part.js';

/** What an event says of its error. Redacted and cut, as it is stored. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly language?: Language | undefined;
  readonly stack?: string | undefined;
  readonly stackFrames?: readonly StackFrame[] | undefined;
  /** The nearest first. */
  readonly causes?: readonly CauseClue[] | undefined;
}

/** What one cause says: as the client names it, or as the text of a stack has it. */
type CauseClue = Partial<CauseFacts> & Pick<Cause, 'stack' | 'stackFrames'>;

export interface Evidence {
  /** The message without class names and reporters in front of it. */
  readonly text: Text;
  /** `ClassName: ` and the message, for wordings that say too little without the class. */
  readonly typed: Text | null;
  /** Without what qualifies it: `ConnectException`. */
  readonly className: string | null;
  /** As `codesOf` writes them. */
  readonly codes: readonly string[];
  /** The nearest first. */
  readonly libraries: readonly string[];
  /** The library whose error it is, then what it is part of; none where the application threw it. */
  readonly throwers: readonly string[];
  readonly language: Language | undefined;
  /** Whether anything but the message shows that a program failed: a telling class, a code, a library that threw it. */
  readonly isTechnical: boolean;
}

/** What stands around a message: cheap to find, and enough to know whether a message was met before in the same way. */
export interface Surroundings {
  /** The nearest first. */
  readonly libraries: readonly string[];
  /** What of the runtime the error names as the one that refused: `go:mail`. It stands first among the libraries too. */
  readonly part?: string;
  /** The innermost frame is not the application's, or a part of the runtime is named: then the words are not the application's. */
  readonly isThrownByOthers: boolean;
}

export function toSurroundings(facts: ErrorFacts): Surroundings {
  const { stackFrames, stack, type } = facts;
  const libraries = librariesOf({ className: type, stackFrames, stack });
  const part = runtimePartOf(facts);
  return part === null
    ? { libraries, isThrownByOthers: isThrownByOthers(facts) }
    : { libraries: [part, ...libraries], part, isThrownByOthers: true };
}

/** The evidence of an error itself, without its causes. */
export function toEvidence(facts: ErrorFacts, surroundings = toSurroundings(facts)): Evidence {
  const { className, codes: codesOfPrefixes, bare } = stripPrefixes(facts.type, facts.message);
  const codes = codesOf({ code: facts.code, codesOfPrefixes, className, bare });
  const simpleName = className === null ? null : toSimpleName(className);
  return {
    text: toText(bare),
    typed: simpleName === null ? null : toText(`${simpleName}: ${bare}`, true),
    className: simpleName,
    codes,
    libraries: surroundings.libraries,
    throwers: throwersOf(surroundings, className),
    language: facts.language,
    isTechnical: codes.length > 0 || (className !== null && !isVagueName(className)) || surroundings.isThrownByOthers,
  };
}

/** `@aws-sdk/client-s3` and `@aws-sdk`; `org.hibernate.loader`, `org.hibernate` and `org`. */
function throwersOf(
  { libraries, part, isThrownByOthers: isOfOthers }: Surroundings,
  className: string | null,
): readonly string[] {
  if (part !== undefined) return libraries;
  const [nearest] = libraries;
  if (nearest === undefined || !(isOfOthers || className?.startsWith(nearest) === true)) return [];
  const scope = SCOPE.exec(nearest)?.[0];
  return [...libraries.filter((name) => nearest.startsWith(name)), ...(scope === undefined ? [] : [scope])];
}

const SCOPE = /^@[\w.-]+(?=\/)/;

function isThrownByOthers({ stackFrames = [], stack, language }: ErrorFacts): boolean {
  const [innermost] = stackFrames;
  if (innermost !== undefined) return !innermost.inApp;
  if (stack === undefined || (language !== undefined && language !== 'javascript')) return false;
  const firstFrame = FIRST_FRAME.exec(stack)?.[1];
  return firstFrame !== undefined && OTHERS_CODE.test(firstFrame);
}

const FIRST_FRAME = /\n\s{0,8}at ([^\n]{1,512})/;
const OTHERS_CODE = /node_modules[/\\]|\(?node:|<anonymous>\)?$/;

/** The evidence of the causes, the innermost first; that a task was cancelled when its time was over is no cause of it; of how many, the limits of an event's causes say. */
export function causesEvidence({ type: outer, causes = [], language }: ErrorFacts): readonly Evidence[] {
  return causes
    .filter(
      ({ type = 'Error' }) => !(toSimpleName(type) === 'CancelledError' && toSimpleName(outer) === 'TimeoutError'),
    )
    .map(({ type = 'Error', message = '', code, stack, stackFrames }) =>
      toEvidence({ type, message, code, language, stack, stackFrames }),
    )
    .reverse();
}
