import { type ClientOptions, OPTION_CHECKS, parseOptions, type Settings } from '../../core/options.js';
import { ADDRESS_CHARS_MAX } from './limits.js';

/** What the client in a page takes. Everything is optional. */
export interface PageOptions extends ClientOptions {
  /** Shows what went wrong in a corner of the page; on pages of this machine alone. */
  overlay?: boolean;
  /** The address that opens a place in an editor, with `{path}`, `{line}` and `{column}`, for the overlay. */
  editor?: string;
}

export interface PageSettings extends Settings {
  readonly overlay?: boolean | undefined;
  readonly editor?: string | undefined;
}

/** One check for each option. */
export const PAGE_OPTION_CHECKS: typeof OPTION_CHECKS = {
  ...OPTION_CHECKS,
  overlay: [(value) => typeof value === 'boolean', 'true or false'],
  editor: [isEditor, 'an address with {path}, such as "vscode://file{path}:{line}:{column}"'],
};

/** What the path becomes a part of must not run. */
function isEditor(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > ADDRESS_CHARS_MAX) return false;
  return /^(?!(?:javascript|vbscript|data|blob):)[a-z][\w+.-]*:.*\{path\}/i.test(value);
}

/** As `parseOptions`, with the options that only pages have. */
export function parsePageOptions(options: PageOptions): PageSettings {
  return parseOptions(options, PAGE_OPTION_CHECKS);
}
