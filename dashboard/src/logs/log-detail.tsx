import type { ReactNode } from 'react';
import type { JsonObject } from '../../../schemas/common.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { toExactTime } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { LogMessage } from './log-message.tsx';
import { Related } from './related.tsx';
import { toJson, toText } from './to-copies.ts';
import './log-detail.css';

interface LogDetailProps {
  readonly log: LogRecord;
  readonly search: string | null;
}

/** Everything that an entry holds, and where it leads. */
export function LogDetail({ log, search }: LogDetailProps) {
  const { message, timestamp, source, projectId, correlationId, environment, extra } = log;
  return (
    <div className="log-detail">
      {message !== '' && <LogMessage message={message} search={search} />}
      <div className="log-actions">
        <Button onClick={() => void copyText(toText(log), 'The entry')}>
          <Icon name="copy" />
          Copy text
        </Button>
        <Button onClick={() => void copyText(toJson(log), 'The JSON')}>
          <Icon name="copy" />
          Copy JSON
        </Button>
        <Link to={toPage('/logs', { at: timestamp })} className="button" data-kind="quiet">
          <Icon name="clock" />
          What happened around it
        </Link>
      </div>
      <dl className="log-facts">
        <Fact name="Time">
          <span className="num">{toExactTime(Date.parse(timestamp))}</span> · <RelativeTime at={timestamp} />
        </Fact>
        {source !== undefined && <Fact name="Source">{source}</Fact>}
        {projectId !== undefined && <Fact name="Project">{toVisible(projectId)}</Fact>}
        {correlationId !== undefined && (
          <Fact name="Correlation id">
            <span className="mono">{toVisible(correlationId)}</span>
            <Related correlationId={correlationId} />
          </Fact>
        )}
        <Tree name="Message" value={parseObject(message)} />
        <Tree name="Environment" value={environment} />
        <Tree name="Extra" value={extra} />
      </dl>
    </div>
  );
}

/** The fields of a message that is a JSON object, as structured loggers write them. */
function parseObject(message: string): JsonObject | undefined {
  if (!message.startsWith('{')) return undefined;
  try {
    return JSON.parse(message) as JsonObject;
  } catch {
    // It only begins like one, or was cut at the length that is stored.
    return undefined;
  }
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="log-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tree({ name, value }: { readonly name: string; readonly value: JsonObject | undefined }) {
  if (value === undefined || Object.keys(value).length === 0) return null;
  return (
    <Fact name={name}>
      <JsonTree value={value} />
    </Fact>
  );
}
