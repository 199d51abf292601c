import { type FlagValues, readProcessConfig } from '../config.js';
import { UsageError } from './command-error.js';
import { toBaseUrl } from './daemon-call.js';

/** The running daemon that `status` and `clear` speak to. */
export interface Target {
  readonly base: URL;
  readonly token: string | undefined;
}

/** Where the flags and the configuration say the daemon is. */
export function readTarget(flags: FlagValues): Target {
  const { config } = readProcessConfig(flags);
  const base = typeof flags.url === 'string' ? parseBaseUrl(flags.url) : toBaseUrl(config);
  return { base, token: config.authToken };
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
