import { useState } from 'react';
import type { AlertChannel, AlertRule } from '../../../schemas/alerts.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import './keys.css';
import { Section } from './section.tsx';
import { removeAlert, testChannel, useAlerts } from './use-alerts.ts';

type Adding = 'channel' | 'rule' | null;

/** Who is told of errors, and when: for admins, and for everybody while the daemon is open. */
export function AlertsSection() {
  const { data: session } = useSession();
  return session?.role === 'admin' ? <Alerts /> : null;
}

function Alerts() {
  const { data, error, refetch } = useAlerts();
  const [adding, setAdding] = useState<Adding>(null);
  return (
    <Section title="Alerts" note="Who is told of errors, and of which.">
      {data === undefined && error === null && <SkeletonRows count={2} height={52} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.channels.length === 0 && <p className="keys-none">There is no channel: nobody is told.</p>}
      <ul className="key-list" aria-label="Channels of alerts">
        {data?.channels.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} />
        ))}
      </ul>
      <ul className="key-list" aria-label="Rules of alerts">
        {data?.rules.map((rule) => (
          <RuleRow key={rule.name} rule={rule} />
        ))}
      </ul>
      {data !== undefined && (
        <div className="keys-end">
          <Button onClick={() => setAdding('channel')}>Add a channel …</Button>{' '}
          {data.channels.length > 0 && <Button onClick={() => setAdding('rule')}>Add a rule …</Button>}
        </div>
      )}
      {adding !== null && (
        <AlertDialog adding={adding} channels={data?.channels ?? []} onClose={() => setAdding(null)} />
      )}
    </Section>
  );
}

function ChannelRow({ channel }: { readonly channel: AlertChannel }) {
  const { name, kind, target, to = [], quietHours, digestMinutes = 0, enabled } = channel;
  const [isTesting, setIsTesting] = useState(false);
  const shown = toVisible(name);
  const test = (): void => {
    setIsTesting(true);
    void testChannel(name).finally(() => setIsTesting(false));
  };
  return (
    <li className="key-row">
      <div className="key-main">
        <span className="key-title">
          <span className="key-name" dir="auto">
            {shown}
          </span>
          <span className="badge">{kind}</span>
          {enabled === false && <span className="badge">off</span>}
        </span>
        <span className="key-facts">
          {target !== undefined && <span className="clip">{toVisible(target)}</span>}
          {to.length > 0 && <span className="clip">{toVisible(to.join(', '))}</span>}
          {quietHours !== undefined && (
            <span>
              quiet {quietHours.from} to {quietHours.to}
            </span>
          )}
          {digestMinutes > 0 && <span>a digest every {digestMinutes} min</span>}
        </span>
      </div>
      <span className="key-title">
        <Button kind="quiet" aria-label={`Send a test message to ${shown}`} disabled={isTesting} onClick={test}>
          Test
        </Button>
        <Button
          kind="quiet"
          aria-label={`Remove the channel ${shown}`}
          onClick={() => void removeAlert('channels', name)}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

function RuleRow({ rule }: { readonly rule: AlertRule }) {
  const { name, projectId, severities, environment, channels, enabled } = rule;
  const shown = toVisible(name);
  return (
    <li className="key-row">
      <div className="key-main">
        <span className="key-title">
          <span className="key-name" dir="auto">
            {shown}
          </span>
          <span className="badge">{toWhen(rule)}</span>
          {enabled === false && <span className="badge">off</span>}
        </span>
        <span className="key-facts">
          {projectId !== undefined && <span className="clip">in {toVisible(projectId)}</span>}
          {severities !== undefined && <span>{severities.join(' or ')}</span>}
          {environment !== undefined && <span className="clip">{toVisible(environment)}</span>}
          <span className="clip">to {toVisible(channels.join(', '))}</span>
        </span>
      </div>
      <Button kind="quiet" aria-label={`Remove the rule ${shown}`} onClick={() => void removeAlert('rules', name)}>
        Remove
      </Button>
    </li>
  );
}

function toWhen({ when, perMinute = 0 }: AlertRule): string {
  const words: Record<AlertRule['when'], string> = {
    new: 'new',
    regressed: 'came back',
    louder: 'louder than usual',
    rate: `more than ${perMinute} a minute`,
  };
  return words[when];
}
