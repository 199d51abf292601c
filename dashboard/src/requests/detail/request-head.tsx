import type { RequestRecord } from '../../../../schemas/request.ts';
import { Link } from '../../router/link.tsx';
import { currentPlace, toHref } from '../../router/location.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toDuration } from '../../ui/format.ts';
import { toOneLine, toVisible } from '../../ui/hostile-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ActionMenu } from '../../ui/menu.tsx';
import { StatusCode } from '../request-words.tsx';
import { toCurl } from './to-curl.ts';

/** Some four lines of a wide page. */
const TITLE_CHARS = 280;

interface RequestHeadProps {
  readonly request: RequestRecord;
  readonly newer: (() => void) | null;
  readonly older: (() => void) | null;
}

/** The list that the request was opened from. */
export function toListHref(): string {
  return toHref('/requests', currentPlace().search);
}

/** Copies the request as a command, and says what is missing in it. */
export function copyCurl(request: RequestRecord): void {
  const { command, notes } = toCurl(request);
  void copyText(command, notes.length === 0 ? 'The command' : 'The command (read its notes below)');
}

/** What was asked and how it ended, and what can be done with it. */
export function RequestHead({ request, newer, older }: RequestHeadProps) {
  const { method, url, statusCode, duration, source, projectId } = request;
  return (
    <header className="detail-head">
      <nav className="detail-path" aria-label="Path">
        <Link to={toListHref()} className="text-quiet">
          Requests
        </Link>
        <Icon name="chevronRight" />
        <span className="mono">{toOneLine(method, 20)}</span>
      </nav>
      <div className="detail-title">
        <h1 className="request-title">
          <span className="request-verb">{toVisible(method)}</span>{' '}
          <LongText key={request.id} text={url} shown={TITLE_CHARS} />
        </h1>
        <div className="detail-actions">
          <Button
            square
            aria-label="Newer request"
            title="Newer (k)"
            disabled={newer === null}
            onClick={() => newer?.()}
          >
            <Icon name="chevronLeft" />
          </Button>
          <Button
            square
            aria-label="Older request"
            title="Older (j)"
            disabled={older === null}
            onClick={() => older?.()}
          >
            <Icon name="chevronRight" />
          </Button>
          <Button title="Copy as cURL (c)" onClick={() => copyCurl(request)}>
            <Icon name="copy" />
            Copy as cURL
          </Button>
          <ActionMenu
            actions={[
              { label: 'Copy as cURL', hint: 'c', run: () => copyCurl(request) },
              { label: 'Copy as JSON', run: () => void copyText(JSON.stringify(request, null, 2), 'The JSON') },
              { label: 'Copy link', run: () => void copyText(window.location.href, 'The link') },
            ]}
            trigger={
              <Button square aria-label="More to copy">
                <Icon name="more" />
              </Button>
            }
          />
        </div>
      </div>
      <div className="detail-badges">
        <StatusCode statusCode={statusCode} />
        {duration !== undefined && <span className="badge num">{toDuration(duration)}</span>}
        {source !== undefined && <span className="badge">{source}</span>}
        {projectId !== undefined && <span className="badge">{toVisible(projectId)}</span>}
      </div>
    </header>
  );
}
