import { type ReactNode, useState } from 'react';
import type { JsonObject } from '../../../schemas/common.ts';
import type { Attachment, EventRecord } from '../../../schemas/event.ts';
import { toByteSize } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import './event-context.css';

/** Everything an event carries beside its stack. What it does not carry takes no room. */
export function EventContext({ event }: { readonly event: EventRecord }) {
  const { request, breadcrumbs, user, environment, contexts, tags, extra, attachments = [] } = event;
  return (
    <section className="card context" aria-label="Context of this event">
      {request !== undefined && (
        <Section title="Request" hint={toRequestLine(request)}>
          <JsonTree value={request} />
        </Section>
      )}
      {breadcrumbs !== undefined && breadcrumbs.length > 0 && (
        <Section title="Breadcrumbs" hint={`${breadcrumbs.length} before it`}>
          <Breadcrumbs items={breadcrumbs} eventAt={event.timestamp} />
        </Section>
      )}
      <Tree title="User" value={user} />
      <Tree title="Tags" value={tags} />
      <Tree title="Environment" value={environment} />
      <Tree title="Contexts" value={contexts} />
      <Tree title="Extra" value={extra} />
      {attachments.length > 0 && (
        <Section title="Attachments" hint="Not kept">
          <Attachments attachments={attachments} />
        </Section>
      )}
      <Section title="Event" hint={event.eventId} isOpenAtFirst={false}>
        <JsonTree value={toRest(event)} />
      </Section>
    </section>
  );
}

function Tree({ title, value }: { readonly title: string; readonly value: JsonObject | undefined }) {
  if (value === undefined || Object.keys(value).length === 0) return null;
  return (
    <Section title={title} hint="">
      <JsonTree value={value} />
    </Section>
  );
}

/** The names of files that came with the event and were dropped. */
function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  return (
    <ul className="attachments">
      {attachments.map(({ name, contentType, size }, index) => (
        <li key={index}>
          <span className="mono">{toVisible(name)}</span>
          <span className="attachment-kind">
            {toVisible([contentType, size === undefined ? undefined : toByteSize(size)].filter(Boolean).join(', '))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

function Section({ title, hint, isOpenAtFirst = true, children }: SectionProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <div className="context-section">
      <h3>
        <button type="button" className="context-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          {title}
          <span className="context-hint mono">{toVisible(hint)}</span>
        </button>
      </h3>
      {isOpen && <div className="context-body">{children}</div>}
    </div>
  );
}

function toRequestLine(request: JsonObject): string {
  const { method, url, statusCode } = request;
  return [method, url, statusCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
}

/** What has no place of its own on the page. */
function toRest({ eventId, timestamp, receivedAt, type, source, severity, correlationId, release }: EventRecord) {
  return {
    eventId,
    timestamp,
    receivedAt,
    type,
    source,
    severity,
    correlationId: correlationId ?? null,
    release: release ?? null,
  };
}
