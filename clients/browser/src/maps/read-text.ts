import { MAP_TIMEOUT_MS } from '../limits.js';

export interface ReadText {
  readonly text: string;
  readonly bytes: number;
  readonly headers: Headers;
}

/**
 * A file of the page's own origin, as the page has loaded it where the browser still has it. Undefined when there is none,
 * when it is larger than `bytesMax`, or when it is of another type; rejects when it cannot be fetched.
 */
export async function readText(
  fetch: typeof window.fetch,
  url: string,
  { bytesMax, type }: { readonly bytesMax: number; readonly type: RegExp },
): Promise<ReadText | undefined> {
  const response = await fetch.call(globalThis, url, {
    cache: 'force-cache',
    mode: 'same-origin',
    signal: AbortSignal.timeout(MAP_TIMEOUT_MS),
  });
  const { headers, body, ok } = response;
  const reader = body?.getReader();
  if (!ok || reader === undefined || !type.test(headers.get('content-type') ?? '')) {
    await reader?.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: parts.join('') + decoder.decode(), bytes, headers };
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
