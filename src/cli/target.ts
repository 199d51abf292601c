import { type FlagValues, readCallerConfig, readCallerKey } from '../config.js';
import { isHost } from '../config-values.js';
import { readSocketUrl, toSocketPath } from '../socket-host.js';
import { CommandError, UsageError } from './command-error.js';
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

/** As above, for what only an address of the web is of use to. */
export function readWebTarget(flags: FlagValues): Target {
  const target = readTarget(flags);
  if (readSocketUrl(target.base) === null) return target;
  throw new CommandError(
    'The daemon listens on a unix socket, which browsers and SDKs do not reach: give the address of the proxy in front of it with --url.',
  );
}

/** As the daemon names itself when it starts: cookies go by the name. */
function toPage(base: URL, host: string): URL {
  const page = new URL(base);
  if ((host === '0.0.0.0' || host === '::') && (base.hostname === '127.0.0.1' || base.hostname === '[::1]'))
    page.hostname = 'localhost';
  // The dashboard's addresses are relative to its root.
  if (readSocketUrl(base) === null) page.pathname = page.pathname.replace(/\/?$/, '/');
  return page;
}

/** An address as people type it; a path is kept, for a daemon behind a proxy. */
function parseBaseUrl(text: string): URL {
  if (toSocketPath(text) !== null && isHost(text)) return toBaseUrl({ host: text, port: 0 });
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
