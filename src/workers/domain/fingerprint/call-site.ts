// Where the application failed: the frames of its own that tell one place from another, in a form that lasts.

import type { Grouping } from '../../../../schemas/error-group.js';
import type { StackFrame } from '../../../../schemas/event.js';
import { CALL_SITE_FRAMES_MAX, MINIFIED_FRAMES_MAX } from '../../../limits.js';
import { areRepeatedFrames } from '../repeated-frames.js';
import { ownCodeRule } from '../stacks/languages.js';
import type { Language } from '../stacks/text-stack.js';
import { withoutAwaiting } from './async-callers.js';
import { toFunctionName } from './function-name.js';
import { withoutInner } from './inner-functions.js';
import { isLibraryChunk } from './library-chunks.js';
import { withoutMiddleware } from './middleware.js';
import { isBundle, type OwnFrame } from './own-frame.js';
import { toRecursion } from './recursion.js';
import { Replacements } from './replacements.js';
import { isSharedHelper } from './shared-helpers.js';
import { toStableFilename } from './stable-filename.js';

export type GroupingFrame = Grouping['frames'][number];

export interface CallSiteFacts {
  readonly stackFrames: readonly StackFrame[];
  /** Keys of the callers that the stack text tells as awaiting. */
  readonly awaiting: ReadonlySet<string>;
  readonly language: Language | undefined;
  readonly isBrowser: boolean;
  /** The message names what is missing and the engine gave it: it tells more than the callers do. */
  readonly isTelling: boolean;
  /** Of engines that tell one error in their own words, frames differ too. */
  readonly isEngineError: boolean;
  readonly isOverflow: boolean;
}

export interface CallSite {
  readonly frames: readonly GroupingFrame[];
  /** Of an extension or a helper alone: then the place tells more. */
  readonly isShared: boolean;
  readonly isMinified: boolean;
}

interface KnownCallSite extends Omit<CallSiteFacts, 'stackFrames' | 'awaiting'> {
  /** A text of its own: the keys are pieces of the text of the stack, and would hold all of it. */
  readonly awaiting: string;
  readonly site: CallSite;
  readonly replacements: Replacements;
}

type KnownCallSites = WeakMap<readonly StackFrame[], KnownCallSite>;

/** The last of frames that come again: where messages hold ids, stacks are the same. Code for both runs on either side. */
const known: Readonly<Record<'browser' | 'server', KnownCallSites>> = { browser: new WeakMap(), server: new WeakMap() };

/** The frames that are compared; none when the application has no frame in the stack. */
export function toCallSite(facts: CallSiteFacts, replacements: Replacements): CallSite {
  if (!areRepeatedFrames(facts.stackFrames)) return findCallSite(facts, replacements);
  const sites = facts.isBrowser ? known.browser : known.server;
  let found = sites.get(facts.stackFrames);
  const awaiting = [...facts.awaiting].join('\n');
  if (found === undefined || !areSameFacts(found, facts) || found.awaiting !== awaiting) {
    const own = new Replacements();
    const { stackFrames: _frames, ...flags } = facts;
    found = { ...flags, awaiting, site: findCallSite(facts, own), replacements: own };
    sites.set(facts.stackFrames, found);
  }
  replacements.addAll(found.replacements);
  return found.site;
}

/** Of the same frames on the same side, but for who awaited. */
function areSameFacts(one: KnownCallSite, other: CallSiteFacts): boolean {
  return (
    one.language === other.language &&
    one.isTelling === other.isTelling &&
    one.isEngineError === other.isEngineError &&
    one.isOverflow === other.isOverflow
  );
}

function findCallSite(facts: CallSiteFacts, replacements: Replacements): CallSite {
  const all = toOwnFrames(facts);
  const own = facts.isOverflow ? toRecursion(all) : withoutRepeats(all);
  const [top] = own;
  if (top === undefined) return { frames: [], isShared: true, isMinified: false };
  const chosen = choose(own, facts);
  for (const { frame, filename } of chosen) noteFrame(frame, filename, replacements);
  return {
    frames: top.isMinified
      ? toMinified(chosen, facts, replacements)
      : chosen.map((one, index) =>
          toGrouping(
            one,
            {
              above: chosen.slice(0, index),
              below: chosen[index + 1],
              isTelling: facts.isTelling,
              isBuilt: facts.isBrowser && isBundle(one.frame),
            },
            replacements,
          ),
        ),
    isShared: own.every(({ isHelper }) => isHelper),
    isMinified: own.every(({ isMinified }) => isMinified),
  };
}

const NATIVE = /^(?:<anonymous>|native|\[native code\]|anonymous|index \d+|<.{1,40}>|eval at .{0,200})$/i;
const EXTENSION = /^(?:chrome|moz|safari-web|ms-browser)-extension:\/\//i;

function toOwnFrames({ stackFrames, language, isBrowser }: CallSiteFacts): readonly OwnFrame[] {
  const isScript = language === undefined || language === 'javascript';
  const places = withoutLibraries(stackFrames.filter(isOwn), language).flatMap((frame) => {
    const file = toStableFilename(frame.filename ?? '');
    if (isScript && isLibraryChunk(file)) return [];
    return [
      { frame, file, filename: file.path, hasHash: file.hasHash, name: toFunctionName(frame, language, isBrowser) },
    ];
  });
  const minified = new Set(places.filter((place) => isScript && looksMinified(place)).map(({ filename }) => filename));
  const own = places.map(({ frame, file, filename, name }) => {
    const isMinified = minified.has(filename) && !isPublicName(name);
    const isHelper = !isMinified && isSharedHelper({ filename, name });
    const named = toNamedFile(filename, name, language);
    const hostless = named === filename ? file.hostless : named;
    return { frame, filename: named, hostless, name, isMinified, isHelper };
  });
  return isScript ? withoutInner(own, stackFrames) : own;
}

/** Languages that name a function with its package, by which the folder is known wherever it was built. */
const NAMES_PACKAGES: ReadonlySet<Language> = new Set(['go', 'rust', 'dotnet', 'java', 'php', 'elixir']);
const MEMBERS = /\/|::|\.|\\/;

function toNamedFile(filename: string, name: string, language: Language | undefined): string {
  const isNamed = language !== undefined && NAMES_PACKAGES.has(language) && name.split(MEMBERS, 3).length === 3;
  return isNamed ? filename.slice(filename.lastIndexOf('/') + 1) : filename;
}

function isOwn({ inApp, filename, function: name }: StackFrame): boolean {
  return inApp && !(filename !== undefined && NATIVE.test(filename)) && (filename !== undefined || name !== undefined);
}

/** A client may not say whose a frame is, nor name the language that its files tell; frames of libraries alone stay. */
function withoutLibraries(frames: readonly StackFrame[], language: Language | undefined): readonly StackFrame[] {
  const isOwnCode = ownCodeRule(language);
  if (isOwnCode === undefined) return frames;
  const own = frames.filter((frame) => isOwnCode(language === 'java' ? withModule(frame) : frame));
  return own.length === 0 ? frames : own;
}

/** The class in front of a method is its module, where the client does not name one. */
function withModule(frame: StackFrame): StackFrame {
  const end = frame.function?.lastIndexOf('.') ?? -1;
  return frame.module !== undefined || end < 1 ? frame : { ...frame, module: (frame.function ?? '').slice(0, end) };
}

/** Columns that no person writes at, and the short names of a minifier in a file that a bundler named. */
const MINIFIED_COLUMN_MIN = 400;
const MINIFIED_LINE_MAX = 60;

function looksMinified({ frame, hasHash, name }: { frame: StackFrame; hasHash: boolean; name: string }): boolean {
  const { colno = 0, lineno = 0, filename = '' } = frame;
  if (colno >= MINIFIED_COLUMN_MIN || /[.-]min\.[cm]?js$/.test(filename)) return true;
  return hasHash && lineno <= MINIFIED_LINE_MAX && colno > 0 && name.length <= 3;
}

/** A name that a minifier left alone. */
function isPublicName(name: string): boolean {
  return name.length > 4;
}

/** What code it is tells the name, wherever it was served from. Where the file alone counts, so does its host. */
function toServedFile({ filename, hostless, name }: OwnFrame): string {
  return isPublicName(name) ? hostless : filename;
}

/** Recursion of any depth is one call site. */
function withoutRepeats(frames: readonly OwnFrame[]): readonly OwnFrame[] {
  const seen = new Set<string>();
  return frames.filter(({ filename, name, frame }) => {
    const key = JSON.stringify(name === '' ? [filename, frame.lineno, frame.colno] : [filename, name]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The top, and its callers past shared helpers. */
function choose(own: readonly OwnFrame[], facts: CallSiteFacts): readonly OwnFrame[] {
  const [top] = own;
  if (top === undefined) return [];
  if (facts.isOverflow) return [top];
  if (EXTENSION.test(top.frame.filename ?? '')) return [top];
  if (top.isMinified) return facts.isTelling ? [top] : own.slice(0, MINIFIED_FRAMES_MAX);
  // Engines name and leave out callers each in their own way.
  const isOneEnough = facts.isBrowser && facts.isEngineError && top.name !== '' && !top.isHelper;
  if (isOneEnough) return [top];
  const ran = withoutMiddleware(withoutAwaiting(own, facts.awaiting), facts.stackFrames);
  const telling = ran.filter((one, index) => index === 0 || !(one.isHelper || isInner(one)));
  const callers = telling.length > 1 ? telling : ran;
  return callers.slice(0, top.isHelper ? CALL_SITE_FRAMES_MAX + 1 : CALL_SITE_FRAMES_MAX);
}

/** A piece of the function around it, such as `<listcomp>`. */
function isInner({ frame }: OwnFrame): boolean {
  return /^<(?:listcomp|dictcomp|setcomp|genexpr|lambda)>$/.test(frame.function ?? '');
}

function noteFrame(frame: StackFrame, filename: string, replacements: Replacements): void {
  if (frame.filename !== undefined) replacements.add('frames', [frame.filename, filename], 'file name that lasts');
}

interface Neighbours {
  readonly above: readonly OwnFrame[];
  readonly below: OwnFrame | undefined;
  /** The message names what is missing. */
  readonly isTelling: boolean;
  /** Then the file and the message tell the place, in a minified build of it as well. */
  readonly isBuilt: boolean;
}

/**
 * By function; by line where none is named, unless a named one called from it stands above, it is part of the one below, or
 * the message tells more than a line that the next deploy moves.
 */
function toGrouping(
  one: OwnFrame,
  { above, below, isTelling, isBuilt }: Neighbours,
  replacements: Replacements,
): GroupingFrame {
  const { frame, filename, name } = one;
  if (isTelling && isBuilt) return { filename };
  if (name !== '') {
    replacements.add('frames', [frame.function ?? '', name], 'function as the source names it');
    if (frame.lineno !== undefined)
      replacements.add('frames', [`${name}:${frame.lineno}`, name], 'function instead of line');
    const served = toServedFile(one);
    return { ...(served === '' ? null : { filename: served }), function: name };
  }
  const isCaller = above.some((other) => other.name !== '' && !other.isHelper);
  const isPart = below?.name !== undefined && below.name !== '' && !below.isHelper && below.filename === filename;
  if (isCaller || isPart || isTelling) return { filename };
  const line = frame.contextLine?.trim();
  if (line) return { filename, contextLine: line };
  return { filename, ...(frame.lineno === undefined ? null : { lineno: frame.lineno }) };
}

/**
 * Each build gives other names and moves code along the line. What stays is how far two calls lie from each other, and,
 * where a message names a property, that property.
 */
function toMinified(
  frames: readonly OwnFrame[],
  { isTelling }: CallSiteFacts,
  replacements: Replacements,
): readonly GroupingFrame[] {
  return frames.map((one, index): GroupingFrame => {
    const { frame, filename, name, isMinified } = one;
    if (!isMinified && name !== '') return { filename: toServedFile(one), function: name };
    if (isTelling || EXTENSION.test(frame.filename ?? '')) return { filename };
    const next = frames[index + 1];
    // Also to one whose name is left: it lies in the same file of the same build.
    if (next?.filename === filename && next.frame.colno !== undefined) {
      const offset = toOffset(frame, next.frame);
      if (name !== '') replacements.add('frames', [name, `${offset}`], 'distance in minified code');
      return { filename, offset };
    }
    // Below the first, a position is known by its distance from the one above.
    if (index > 0 || frame.colno === undefined) return { filename };
    return { filename, colno: frame.colno };
  });
}

/** Lines count for more than any line is long. */
const LINE_CHARS = 10_000_000;

function toOffset(one: StackFrame, other: StackFrame): number {
  return ((one.lineno ?? 0) - (other.lineno ?? 0)) * LINE_CHARS + (one.colno ?? 0) - (other.colno ?? 0);
}
