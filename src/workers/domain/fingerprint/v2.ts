// Version 2 of grouping: one group per fix. What differs between two occurrences of one error goes, what tells two
// errors apart stays; docs/grouping.md has an example of each rule.

import { hash } from 'node:crypto';
import type { Grouping } from '../../../../schemas/error-group.js';
import { withInnerError } from './aggregate.js';
import { toCallSite } from './call-site.js';
import { toCauseText } from './cause.js';
import { splitClass } from './class-name.js';
import { type EngineWords, toEngineWords } from './engine-words.js';
import type { Fingerprint } from './fingerprint.js';
import type { GroupingFacts, PlaceFacts } from './grouping-facts.js';
import { toJsonClass } from './json-words.js';
import { isReactError, toComponent, toRequestPlace } from './place.js';
import { isStackOverflow } from './recursion.js';
import { Replacements } from './replacements.js';
import { toTemplate } from './template.js';

const FINGERPRINT_VERSION = 2;

/**
 * Class, template of the message, call site and innermost cause; without frames of the application, route, host or
 * component in their place. A client that sends its own parts groups by these, in which `{{ default }}` stands for the
 * parts it would have had. The same facts always get the same fingerprint; linear in their length.
 */
export function fingerprintV2(facts: GroupingFacts): Fingerprint {
  return fingerprintAt(toSitePrint(facts), facts, facts.clientFingerprint);
}

/** What type, message, stack, causes and source of an event decide: the same for all events of a site, and most of the work. */
export interface SitePrint {
  readonly parts: Omit<UsualParts, 'place'>;
  readonly replacements: Replacements;
  /** What else the fingerprint depends on, besides what a client sends as its own. */
  readonly asks: { readonly request: boolean; readonly component: boolean };
}

/** The fingerprint of an event of a site; of its place it looks at what the site asks for. */
export function fingerprintAt(site: SitePrint, facts: PlaceFacts, custom?: readonly string[]): Fingerprint {
  const replacements = site.replacements.copy();
  const place = toPlace(facts, site, replacements);
  const usual: UsualParts = place === undefined ? site.parts : { ...site.parts, place };
  const key = custom === undefined ? toKey(usual) : toCustomKey(custom, toKey(usual));
  // JSON keeps the parts apart whatever they hold.
  const value = hash('sha256', JSON.stringify([FINGERPRINT_VERSION, key]), 'hex');
  const parts: Grouping = { version: FINGERPRINT_VERSION, ...usual, ...replacements.toParts() };
  if (custom !== undefined) parts.custom = [...custom];
  return { value, version: FINGERPRINT_VERSION, parts };
}

/** Engines that word an error in their own way may give it a class of their own, or none. */
const ENGINE_CLASSES: ReadonlySet<string> = new Set(['', 'InternalError', 'DOMException', 'NS_ERROR_FAILURE']);

export function toClassName(told: string, words: EngineWords | undefined): string {
  return ENGINE_CLASSES.has(told) ? (words?.className ?? told) : told;
}

/** Where the stack was full is told in other words each time. */
const OVERFLOW: EngineWords = { text: 'stack overflow' };

type UsualParts = Pick<Grouping, 'type' | 'message' | 'frames' | 'cause' | 'place'>;

export function toSitePrint(told: GroupingFacts): SitePrint {
  const facts = withInnerError(told);
  const replacements = new Replacements();
  const { className: named, message } = splitClass(facts.type, facts.message);
  const className = toJsonClass(named, message);
  const isScript = facts.language === undefined || facts.language === 'javascript';
  const isOverflowTold = isStackOverflow(message);
  const words = isScript ? toEngineWords(message, facts.source === 'frontend') : undefined;
  const type = toClassName(className, words);
  replacements.add('type', [facts.type, type], 'class of the error');
  const site = toCallSite(
    {
      stackFrames: facts.stackFrames,
      awaiting: facts.awaiting,
      language: facts.language,
      isBrowser: facts.source === 'frontend' && isScript,
      isTelling: words?.isTelling === true,
      isEngineError: words !== undefined,
      isOverflow: isOverflowTold || isStackOverflow(className),
    },
    replacements,
  );
  const hasOwnFrames = site.frames.length > 0;
  const context = { hasOwnFrames, className: type, part: 'message', replacements } as const;
  const cause = toCauseText(facts, { hasOwnFrames, replacements });
  const said = words ?? (isOverflowTold ? OVERFLOW : undefined);
  const text = said === undefined ? toTemplate(message, context) : noteWords(message, said, replacements);
  return {
    parts: {
      type,
      message: withCode(text, facts),
      frames: [...site.frames],
      ...(cause === undefined ? null : { cause }),
    },
    replacements,
    asks: {
      request: site.isShared,
      component: isReactError(message) || site.isShared || (site.isMinified && words !== undefined),
    },
  };
}

/** A code tells what is wrong, where the message does not say it. */
function withCode(message: string, { code, message: whole }: GroupingFacts): string {
  return code === undefined || code === '' || whole.includes(code) ? message : `${message} [${code}]`;
}

function noteWords(message: string, { text }: EngineWords, replacements: Replacements): string {
  replacements.add('message', [message, text], "an engine's words");
  return text;
}

/** Asked only where the call site does not tell. */
function toPlace(facts: PlaceFacts, { asks }: SitePrint, replacements: Replacements): string | undefined {
  const component = asks.component ? toComponent(facts) : undefined;
  const address = asks.request ? toRequestPlace(facts, replacements) : undefined;
  const parts = [address, component].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function toKey({ type, message, frames, cause = '', place = '' }: UsualParts): readonly unknown[] {
  const keys = frames.map(({ filename = '', function: name = '', lineno, colno, offset, contextLine }) => [
    filename,
    name,
    lineno ?? null,
    colno ?? null,
    offset ?? null,
    contextLine ?? null,
  ]);
  return [type, message, keys, cause, place];
}

const DEFAULT_PART = /^\{\{\s{0,4}default\s{0,4}\}\}$/;

function toCustomKey(custom: readonly string[], usual: readonly unknown[]): unknown {
  const parts = custom.map((part) => (DEFAULT_PART.test(part) ? usual : part));
  // The default alone is the default, not a group of its own. The object keeps other parts from looking like usual ones.
  return parts.length === 1 && parts[0] === usual ? usual : { custom: parts };
}
