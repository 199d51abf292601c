// The error that led to the one of the event: one wrapper around two of them is two errors to fix.

import { innermost } from './aggregate.js';
import { splitClass } from './class-name.js';
import { toEngineWords } from './engine-words.js';
import type { GroupingFacts } from './grouping-facts.js';
import { toJsonClass } from './json-words.js';
import type { Replacements } from './replacements.js';
import { toTemplate } from './template.js';

export interface CauseContext {
  readonly hasOwnFrames: boolean;
  readonly replacements: Replacements;
}

/** Class, code and message of the innermost cause, as they are compared; undefined without one. */
export function toCauseText({ causes, language, source }: GroupingFacts, context: CauseContext): string | undefined {
  const cause = innermost(causes);
  if (cause === undefined) return undefined;
  const { className, message } = splitClass(cause.type ?? '', cause.message ?? '');
  const isScript = language === undefined || language === 'javascript';
  const words = isScript ? toEngineWords(message, source === 'frontend') : undefined;
  const type = words?.className ?? toJsonClass(className, message);
  const text = words?.text ?? toTemplate(message, { ...context, className: type, part: 'cause' });
  return [type, cause.code ?? '', text].filter((part) => part !== '').join(': ');
}
