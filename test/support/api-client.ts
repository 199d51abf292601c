import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { EventRecord } from '../../schemas/event.js';
import { callJson } from './http.js';

/** Reads what a daemon has stored of one project. */
export interface ApiClient {
  events(projectId: string): Promise<readonly EventRecord[]>;
  /** Of all events, in alphabetical order. */
  messages(projectId: string): Promise<readonly string[]>;
}

export function openApiClient(url: string): ApiClient {
  const events = async (projectId: string): Promise<readonly EventRecord[]> => {
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors?projectId=${projectId}`);
    const details = await Promise.all(
      body.errors.map(({ id }) => callJson<ErrorGroupDetail>(`${url}/api/errors/${id}`)),
    );
    return details.flatMap((detail) => detail.body.events);
  };
  return {
    events,
    messages: async (projectId) => (await events(projectId)).map(({ message }) => message).sort(),
  };
}
