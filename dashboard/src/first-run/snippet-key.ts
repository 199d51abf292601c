import { addKey, refreshKeys } from '../api/add-key.ts';
import { ApiError } from '../api/client.ts';
import { openStore } from '../store.ts';

export interface SnippetKey {
  readonly name: string;
  readonly text: string;
}

/** The key that was added for the snippets; it is forgotten with the page. */
export const snippetKey = openStore<SnippetKey | null>(null);

/** Adds a key that sends and does nothing else, for the snippets. Resolves with why there is none, or null. */
export async function addSnippetKey(): Promise<string | null> {
  const name = `snippets ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
  try {
    const { key } = await addKey({ name, role: 'ingest' });
    snippetKey.set({ name, text: key });
    refreshKeys();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}
