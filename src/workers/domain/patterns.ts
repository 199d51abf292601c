import type { Pattern } from './pattern.js';
import { ACCESS_PATTERNS } from './patterns/access.js';
import { BROWSER_PATTERNS } from './patterns/browser.js';
import { DATABASE_PATTERNS } from './patterns/databases.js';
import { FRAMEWORK_PATTERNS } from './patterns/frameworks.js';
import { LANGUAGE_PATTERNS } from './patterns/language.js';
import { MODULE_PATTERNS } from './patterns/modules.js';
import { NETWORK_PATTERNS } from './patterns/network.js';
import { PARSING_PATTERNS } from './patterns/parsing.js';
import { SERVICE_PATTERNS } from './patterns/services.js';
import { SYSTEM_PATTERNS } from './patterns/system.js';
import { VALUE_PATTERNS } from './patterns/values.js';
import { WEB_PATTERNS } from './patterns/web.js';

/**
 * Every built-in pattern, in the order they are tried: the first match explains the message. Families with words of
 * their own stand before those that share sentences with others: a database that refuses a connection fails with the
 * errno of any other connection, a failed import says "not found" and "not defined" too, a port or a process fails with
 * the same errno as a file, and a JSON error begins like a syntax error. What other services answer comes last: a bare
 * status or "Not Found" says least.
 */
export const PATTERNS: readonly Pattern[] = [
  ...BROWSER_PATTERNS,
  ...FRAMEWORK_PATTERNS,
  ...DATABASE_PATTERNS,
  ...ACCESS_PATTERNS,
  ...MODULE_PATTERNS,
  ...NETWORK_PATTERNS,
  ...SYSTEM_PATTERNS,
  ...WEB_PATTERNS,
  ...VALUE_PATTERNS,
  ...LANGUAGE_PATTERNS,
  ...PARSING_PATTERNS,
  ...SERVICE_PATTERNS,
];
