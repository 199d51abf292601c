import { readForAssistant } from '../api/assistant.ts';
import { ApiError } from '../api/client.ts';
import { copyText } from '../ui/copy-text.ts';
import { toByteSize, toCount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';

/** As the daemon estimates them: models differ. */
const TOKEN_BYTES = 3;
/** Models take two digits of an estimate seriously. */
const TOKENS_ROUNDED = 100;

/** Copies the report of a group or an event, and says how large it is: a conversation has room for so much. */
export async function copyForAssistant(id: string): Promise<void> {
  try {
    const text = await readForAssistant(id);
    await copyText(text, `The report (${toSizeText(text)})`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'copy', tone: 'bad', text: error.message });
  }
}

/** "9.1 KB, about 3,100 tokens" */
export function toSizeText(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  const tokens = Math.max(1, Math.round(bytes / TOKEN_BYTES / TOKENS_ROUNDED)) * TOKENS_ROUNDED;
  return `${toByteSize(bytes)}, about ${toCount(tokens)} tokens`;
}
