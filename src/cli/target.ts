import { type FlagValues, readCallerConfig, readCallerKey } from '../config.js';
import { UsageError } from './command-error.js';
import { toBaseUrl } from './daemon-call.js';

/** The running daemon that commands speak to. */
export interface Target {
  readonly base: URL;
  /** Where a browser on this machine finds it. */
  readonly page: URL;
  readonly token: string | undefined;
}

/** Where the flags and the configuration say the daemon is. */
export function readTarget(flags: FlagValues): Target {
  const config = readCallerConfig(flags);
  const base = typeof flags.url === 'string' ? parseBaseUrl(flags.url) : toBaseUrl(config);
  return { base, page: toPage(base, config.host), token: readCallerKey(config) };
}

/** As the daemon names itself when it starts: cookies go by the name. */
function toPage(base: URL, host: string): URL {
  const page = new URL(base);
  if ((host === '0.0.0.0' || host === '::') && (base.hostname === '127.0.0.1' || base.hostname === '[::1]'))
    page.hostname = 'localhost';
  // The dashboard's addresses are relative to its root.
  page.pathname = page.pathname.replace(/\/?$/, '/');
  return page;
}

/** An address as people type it; a path is kept, for a daemon behind a proxy. */
function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username !== '' ||
    url.search !== ''
  ) {
    throw new UsageError(`--url must be an address such as http://host:3800, but is ${JSON.stringify(text)}`);
  }
  return url;
}
