import type { ErrorReply } from '../../../schemas/error-reply.ts';
import { readToken } from './token.ts';

/** Why a call brought nothing: an answer of the daemon, or none at all (`status` 0, `code` `unreachable`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { readonly status: number; readonly code: string }) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

export type Parameters = Readonly<Record<string, string | number | null | undefined>>;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly parameters?: Parameters;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls the API. Resolves with the body of a success; rejects with an `ApiError` for everything else. */
export async function callApi<T>(path: string, call: Call = {}): Promise<T> {
  const { method = 'GET', parameters = {}, body, signal } = call;
  const token = readToken();
  const response = await reach(path + toQuery(parameters), {
    method,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  // Asked with a token that has been replaced meanwhile: that answer is about nothing.
  if (response.status === 401 && token !== readToken()) return callApi(path, call);
  if (!response.ok) throw await toApiError(response);
  // The daemon writes its answers by the schema that T comes from.
  return (await response.json()) as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError('The daemon does not answer. Is it running?', { status: 0, code: 'unreachable' });
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const { status } = response;
  try {
    const { error, code } = (await response.json()) as ErrorReply;
    return new ApiError(error, { status, code });
  } catch {
    // Something between the browser and the daemon answered, in its own words.
    return new ApiError(`The answer was ${status} and no JSON.`, { status, code: 'unknown' });
  }
}

function toQuery(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const query = search.toString();
  return query === '' ? '' : `?${query}`;
}
