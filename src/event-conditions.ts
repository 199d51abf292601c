// Conditions that people write on events: in rules of a project's own, and to take events out of an error. They are tried on the
// event as it is stored, because that is what people see when they write them.

import { toFramePackages } from './frame-packages.js';
import { type Glob, toGlob } from './glob.js';
import { CONDITION_FRAMES_MAX, CONDITION_STACKS_MAX } from './limits.js';
import type { ContentText } from './messages.js';
import { parseStackFrames } from './stack-text.js';

/** Patterns in which `*` stands for any characters; all that are there have to hold. */
export interface EventConditions {
  readonly type?: string;
  readonly message?: string;
  /** Of any frame of the application, among the first. */
  readonly file?: string;
  /** Of any of the first frames: the package in `node_modules`, or the module of the frame. */
  readonly package?: string;
}

/** What of a frame they ask. */
export interface ConditionFrame {
  readonly inApp: boolean;
  readonly filename?: string;
  readonly module?: string;
}

/** The two halves of the conditions: who has many events of one stack asks for its frames once. */
export interface EventCondition {
  ofTexts(event: { readonly type: string; readonly message: string }): boolean;
  /** Null where nothing is asked of the frames. */
  readonly ofFrames: ((frames: readonly ConditionFrame[]) => boolean) | null;
}

export function toEventCondition(conditions: EventConditions): EventCondition {
  const [type, message] = [toPart(conditions.type), toPart(conditions.message)];
  const [file, ofPackage] = [toPart(conditions.file), toPart(conditions.package)];
  return {
    ofTexts: (event) => (type === null || type(event.type)) && (message === null || message(event.message)),
    ofFrames:
      file === null && ofPackage === null
        ? null
        : (all) => {
            const frames = all.slice(0, CONDITION_FRAMES_MAX);
            if (
              file !== null &&
              !frames.some((frame) => frame.inApp && frame.filename !== undefined && file(frame.filename))
            )
              return false;
            return ofPackage === null || frames.some((frame) => toFramePackages(frame).some((name) => ofPackage(name)));
          },
  };
}

const toPart = (pattern: string | undefined): Glob | null => (pattern === undefined ? null : toGlob(pattern));

/** The first frames of a stored stack, without what no condition asks. */
export function toConditionFrames(stack: string | null): readonly ConditionFrame[] {
  return parseStackFrames(stack)
    .slice(0, CONDITION_FRAMES_MAX)
    .map(({ inApp, filename, module }) => ({
      inApp,
      ...(filename !== undefined && { filename }),
      ...(module !== undefined && { module }),
    }));
}

/** The same, of stacks that many events have: each is parsed once, as long as there is room for it. */
export function openConditionFrames(): (stack: ContentText | null) => readonly ConditionFrame[] {
  const known = new Map<string, readonly ConditionFrame[]>();
  return (stack) => {
    if (stack === null) return [];
    const found = known.get(stack.hash) ?? toConditionFrames(stack.text);
    if (!known.has(stack.hash) && known.size >= CONDITION_STACKS_MAX) known.clear();
    known.set(stack.hash, found);
    return found;
  };
}
