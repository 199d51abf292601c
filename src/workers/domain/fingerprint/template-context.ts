import type { PartName, Replacements } from './replacements.js';

export interface TemplateContext {
  /** Then the call site tells errors apart, and quoted values need not. */
  readonly hasOwnFrames: boolean;
  /** The class of the error: the runtime's own errors quote names, not values. */
  readonly className: string;
  readonly part: PartName;
  readonly replacements: Replacements;
}

/** What a rule looks at: the match, and the text around it. */
export interface Match {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly groups: readonly (string | undefined)[];
}
