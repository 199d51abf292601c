/** An answer with its body parsed. */
export interface JsonAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Sends one request; a body that is neither text nor bytes is sent as JSON. */
export async function callJson<T = unknown>(
  url: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<JsonAnswer<T>> {
  const { body, headers = {}, method = body === undefined ? 'GET' : 'POST' } = options;
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: toBody(body) }) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as T };
}

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
