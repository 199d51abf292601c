import type { ErrorDetail, ErrorReply } from '../../../schemas/error-reply.ts';
import { toAddress } from '../base-path.ts';

/** Why a call brought nothing: an answer of the daemon, or none at all (`status` 0, `code` `unreachable`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** How long to wait before another try, where the daemon says so. */
  readonly retryAfterSeconds: number | null;
  /** What of the body was refused, by its place there. */
  readonly details: readonly ErrorDetail[];

  constructor(message: string, { status, code, retryAfterSeconds = null, details = [] }: ApiErrorFacts) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
  }
}

interface ApiErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds?: number | null;
  readonly details?: readonly ErrorDetail[] | undefined;
}

export type Parameters = Readonly<Record<string, string | number | null | undefined>>;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly parameters?: Parameters;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const refusedListeners = new Set<() => void>();

/** Calls back when an answer says that the daemon does not know who asks, or that it may not; returns the way to stop. */
export function onRefused(listener: () => void): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

/**
 * Calls the API; the browser adds the session's cookie by itself. Resolves with the body of a success, undefined for one
 * without; rejects with an `ApiError` for everything else.
 */
export async function callApi<T>(path: string, call: Call = {}): Promise<T> {
  const { method = 'GET', parameters = {}, body, signal } = call;
  const response = await reach(toAddress(path) + toQuery(parameters), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) {
    const error = await toApiError(response);
    if (isRefused(error)) for (const listener of refusedListeners) listener();
    throw error;
  }
  // The daemon writes its answers by the schema that T comes from.
  return (response.status === 204 ? undefined : await response.json()) as T;
}

function isRefused({ status, code }: ApiError): boolean {
  return status === 401 || code === 'forbidden';
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
  const { status, headers } = response;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  try {
    const { error, code, details } = (await response.json()) as ErrorReply;
    return new ApiError(error, { status, code, retryAfterSeconds, details });
  } catch {
    // Something between the browser and the daemon answered, in its own words.
    return new ApiError(`The answer was ${status} and no JSON.`, { status, code: 'unknown', retryAfterSeconds });
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
