// What the writer deletes because somebody asked: nothing of it stays in the files, and the audit says who it was.

import type { WriterCall } from '../thread-messages.js';
import { toNote } from './access-calls.js';
import { type ChangeWriter, deleteSettings } from './changes.js';
import type { Deletion } from './deletion.js';
import { erase, type SteppingWriter } from './run-steps.js';

/** What the calls need of the writer. */
interface DeletingWriter extends ChangeWriter, SteppingWriter {
  readonly deletion: Pick<Deletion, 'clear' | 'clearLogs'>;
}

type DeletionCalls = {
  readonly [K in 'clear' | 'clearLogs' | 'deleteProject']: (
    input: WriterCall[K]['in'],
    writer: DeletingWriter,
  ) => Promise<WriterCall[K]['out']>;
};

export const DELETION_CALLS: DeletionCalls = {
  clear: async ({ projectName, by }, writer) => {
    const note = toNote(writer, by, { action: 'clear', project: projectName, detail: {} });
    await erase(writer, writer.deletion.clear(projectName, note), projectName === null);
    return null;
  },
  clearLogs: async ({ projectName, by }, writer) => {
    const note = toNote(writer, by, { action: 'clear_logs', project: projectName, detail: {} });
    await erase(writer, writer.deletion.clearLogs(projectName, note), false);
    return null;
  },
  deleteProject: async ({ projectName, by }, writer) => {
    const note = toNote(writer, by, { action: 'project_deleted', project: projectName, detail: {} });
    const isKnown = writer.tables.projects.find(projectName) !== null;
    // The deletion of its records is noted once.
    const hadSettings = deleteSettings(writer, projectName, isKnown ? () => undefined : note);
    if (!isKnown) return hadSettings;
    await erase(writer, writer.deletion.clear(projectName, note), false);
    return true;
  },
};
