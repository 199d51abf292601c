// Taking back what was done to the status of groups.

import { UndoCommand, type Undone } from '../../schemas/undo.js';
import type { Actor } from '../store/access.js';
import type { Store } from '../store/store.js';
import { compileBody } from '../validate.js';
import { parseCommand } from './command-body.js';
import type { Exchange } from './exchange.js';

const parseUndo = compileBody(UndoCommand);

/** Runs the command and answers it. Rejects when the store does. */
export async function answerUndo(
  exchange: Exchange,
  { by }: { readonly by: Actor },
  { bytes, store }: { readonly bytes: Uint8Array; readonly store: Pick<Store, 'undoStatuses'> },
): Promise<void> {
  const command = parseCommand(exchange, bytes, parseUndo);
  if (command === null) return;
  const { undoneCount, leftIds, missingIds } = await store.undoStatuses(command.ids, command.change, by);
  const answer: Undone = { success: true, undone: undoneCount, left: [...leftIds], missing: [...missingIds] };
  exchange.reply.json(200, JSON.stringify(answer));
}
