// Which browser and which system a User-Agent names: a short list of marks, the special before the general, because every
// browser claims to be others. What the list does not know is left out, never guessed.

import { USER_AGENT_CHARS_MAX } from './limits.js';

/** What a User-Agent was found to name; absent where it names nothing that is known. */
export interface Agent {
  readonly browser: string | undefined;
  /** The first number of its version. */
  readonly browserMajor: string | undefined;
  readonly os: string | undefined;
}

/** In this order: Edge and Opera also say Chrome, Chrome also says Safari. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
];

/** In this order: a phone with Android also says Linux, an iPhone also says Mac OS X. */
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];

/** Reads browser and system from the text of a User-Agent header. */
export function toAgent(text: string): Agent {
  const agent = text.slice(0, USER_AGENT_CHARS_MAX);
  const os = SYSTEMS.find(([mark]) => agent.includes(mark))?.[1];
  const found = BROWSERS.find(([mark]) => agent.includes(mark));
  if (found !== undefined) return { browser: found[1], browserMajor: majorBehind(agent, found[0]), os };
  const isSafari = agent.includes('Safari/') && agent.includes('Version/');
  return isSafari
    ? { browser: 'Safari', browserMajor: majorBehind(agent, 'Version/'), os }
    : { browser: undefined, browserMajor: undefined, os };
}

function majorBehind(agent: string, mark: string): string | undefined {
  return /^\d{1,5}/.exec(agent.slice(agent.indexOf(mark) + mark.length))?.[0];
}
