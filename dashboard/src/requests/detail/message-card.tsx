import type { JsonObject } from '../../../../schemas/common.ts';
import { toByteSize } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { BodyView } from './body-view.tsx';
import { type Body, toBody } from './to-body.ts';

/** As the daemon keeps it of a body. */
const BODY_KEPT = '16 KB';

/** With more of them, the body would be out of sight. */
const HEADERS_OPEN_MAX = 6;

interface MessageCardProps {
  readonly title: 'Request' | 'Response';
  readonly headers: JsonObject | undefined;
  readonly body: unknown;
  readonly isTruncated: boolean;
}

/** One side of the exchange: its headers and its body. */
export function MessageCard({ title, headers = {}, body: recorded, isTruncated }: MessageCardProps) {
  const body = toBody(recorded);
  const headerCount = Object.keys(headers).length;
  const titleId = `${title.toLowerCase()}-title`;
  return (
    <section className="card message" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>{title}</h2>
        <span className="card-note num">{toSizeNote(body)}</span>
      </header>
      {headerCount > 0 ? (
        <details className="message-headers" open={headerCount <= HEADERS_OPEN_MAX}>
          <summary>
            <Icon name="chevronRight" />
            Headers <span className="message-count num">{headerCount}</span>
          </summary>
          <JsonTree value={headers} />
        </details>
      ) : (
        <p className="message-none">No headers were recorded.</p>
      )}
      {isTruncated && (
        <p className="body-cut">
          <Icon name="alert" />
          Cut off at {BODY_KEPT}: this is the beginning of the body, the rest was not kept.
        </p>
      )}
      {body.kind === 'none' ? (
        <p className="message-none">No body was recorded.</p>
      ) : (
        <BodyView label={`${title} body`} body={body} />
      )}
    </section>
  );
}

function toSizeNote(body: Body): string {
  if (body.kind === 'none') return '';
  const text = body.kind === 'json' ? JSON.stringify(body.value) : body.text;
  return `${body.kind === 'json' ? 'JSON' : 'Text'} · ${toByteSize(new TextEncoder().encode(text).byteLength)}`;
}
