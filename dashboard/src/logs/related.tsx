import type { ReactNode } from 'react';
import { useErrorGroups, useRequests } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

/** Of each kind. */
const SHOWN_MAX = 5;

/** What else has the correlation id of an entry: its other entries, errors and requests. */
export function Related({ correlationId }: { readonly correlationId: string }) {
  const parameters = { correlationId, pageSize: SHOWN_MAX };
  const errors = toOwn(useErrorGroups(parameters))?.errors ?? [];
  const requests = toOwn(useRequests(parameters))?.requests ?? [];
  return (
    <ul className="log-related">
      <Item icon="logs" to={toPage('/logs', { correlationId })}>
        All logs of this id
      </Item>
      {requests.map(({ id, method, url, statusCode }) => (
        <Item key={id} icon="requests" to={toPage(`/requests/${encodeURIComponent(id)}`)}>
          {toOneLine(`${statusCode ?? ''} ${method} ${url}`, 120)}
        </Item>
      ))}
      {errors.map(({ id, type, message }) => (
        <Item key={id} icon="errors" to={toPage(`/errors/${encodeURIComponent(id)}`)}>
          {toOneLine(`${type}: ${message}`, 120)}
        </Item>
      ))}
    </ul>
  );
}

/** What was read for this id; not what another one left standing. */
function toOwn<T>({ data, isPlaceholderData }: { readonly data: T | undefined; readonly isPlaceholderData: boolean }) {
  return isPlaceholderData ? undefined : data;
}

function Item({ icon, to, children }: { readonly icon: IconName; readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="log-link">
        <Icon name={icon} />
        <span>{children}</span>
      </Link>
    </li>
  );
}
