import { useQuery } from '@tanstack/react-query';
import type { AlertChannelSet, AlertList, AlertRule, AlertTested } from '../../../schemas/alerts.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';

/** The channels and rules of alerts. */
export function useAlerts() {
  return useQuery({
    queryKey: queryKeys.alerts,
    queryFn: ({ signal }) => callApi<AlertList>('/api/alerts', { signal }),
    staleTime: 0,
  });
}

/** Rejects with an `ApiError`. */
export async function setChannel(channel: AlertChannelSet): Promise<void> {
  await callApi('/api/alerts/channels', { method: 'POST', body: channel });
  refreshAlerts();
}

/** Rejects with an `ApiError`. */
export async function setRule(rule: AlertRule): Promise<void> {
  await callApi('/api/alerts/rules', { method: 'POST', body: rule });
  refreshAlerts();
}

export function removeAlert(of: 'channels' | 'rules', name: string): Promise<void> {
  return telling(async () => {
    await callApi(`/api/alerts/${of}/${encodeURIComponent(name)}`, { method: 'DELETE' });
    refreshAlerts();
    return { tone: 'good', text: `Removed ${toVisible(name)}` };
  });
}

export function testChannel(name: string): Promise<void> {
  return telling(async () => {
    const path = `/api/alerts/channels/${encodeURIComponent(name)}/test`;
    const { sent, error = '' } = await callApi<AlertTested>(path, { method: 'POST' });
    if (sent) return { tone: 'good', text: `Sent a test message to ${toVisible(name)}` };
    return { tone: 'bad', text: `${toVisible(name)} was not reached: ${toVisible(error)}` };
  });
}

/** A toast tells how it went. */
async function telling(work: () => Promise<{ tone: 'good' | 'bad'; text: string }>): Promise<void> {
  try {
    showToast({ key: 'alerts', ...(await work()) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'alerts', tone: 'bad', text: error.message });
  }
}

function refreshAlerts(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.alerts });
}
