import { toDuration } from '../ui/format.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { toRequestTone } from '../ui/request-tone.ts';

/** The host, the path and what follows it; any text falls apart into these somehow. */
const URL_PARTS = /^((?:[a-z][\w+.-]*:)?\/\/[^/?#]*)?([^?#]*)([^]*)$/i;

/** An address with its path in front of the eye, and the rest of it there but quiet. */
export function UrlText({ url }: { readonly url: string }) {
  const [, host = '', path = '', rest = ''] = URL_PARTS.exec(url) ?? [];
  return (
    <>
      {host !== '' && <span className="url-rest">{toOneLine(host)}</span>}
      {toOneLine(path)}
      {rest !== '' && <span className="url-rest">{toOneLine(rest)}</span>}
    </>
  );
}

/** How the request ended; without a status it was not answered, or the answer was not recorded. */
export function StatusCode({ statusCode }: { readonly statusCode: number | undefined }) {
  return (
    <span className="badge num" data-tone={toRequestTone(statusCode)}>
      {statusCode ?? 'none'}
      {statusCode === undefined && <span className="visually-hidden"> status</span>}
    </span>
  );
}

/** From one millisecond to half a minute, on a logarithmic scale: so that both a cache and a timeout can be told. */
const FULL_BAR_MS = 30_000;
const SLOW_MS = 1000;

/** How long it took, with a bar to compare by. */
export function Duration({ durationMs }: { readonly durationMs: number | undefined }) {
  if (durationMs === undefined) return <span className="request-duration" />;
  const share = Math.min(1, Math.log(1 + durationMs) / Math.log(1 + FULL_BAR_MS));
  return (
    <span className="request-duration num">
      {toDuration(durationMs)}
      <span className="duration-bar" data-slow={durationMs >= SLOW_MS || undefined} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
