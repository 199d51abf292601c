import type { StackFrame } from '../../../schemas/event.ts';
import { openJsonPreference } from '../preferences.ts';

export const EDITORS = ['none', 'vscode', 'cursor', 'jetbrains', 'zed'] as const;
export type Editor = (typeof EDITORS)[number];

export const EDITOR_NAMES: Record<Editor, string> = {
  none: 'No editor',
  vscode: 'VS Code',
  cursor: 'Cursor',
  jetbrains: 'JetBrains',
  zed: 'Zed',
};

/** Where the code is on this machine, when it is elsewhere than where it ran: /srv/app to /home/me/app. */
export interface PathMapping {
  readonly from: string;
  readonly to: string;
}

export interface EditorChoice {
  readonly editor: Editor;
  readonly mappings: readonly PathMapping[];
}

const NOTHING: EditorChoice = { editor: 'none', mappings: [] };

/** The editor of whoever sits here; kept in the browser, because the daemon may run for many. */
export const editorChoice = openJsonPreference('editor', parseChoice);

function parseChoice(value: unknown): EditorChoice {
  if (typeof value !== 'object' || value === null || !('editor' in value)) return NOTHING;
  const mappings: unknown = 'mappings' in value ? value.mappings : [];
  return {
    editor: EDITORS.find((known) => known === value.editor) ?? 'none',
    mappings: Array.isArray(mappings) ? mappings.filter(isMapping) : [],
  };
}

function isMapping(value: unknown): value is PathMapping {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return false;
  return typeof value.from === 'string' && typeof value.to === 'string';
}

/**
 * The address that opens a frame in the editor; null when there is no editor or no whole path. The scheme is ours and the
 * path is encoded, so that nothing an event says becomes anything but a path.
 */
export function toEditorAddress(frame: StackFrame, { editor, mappings }: EditorChoice): string | null {
  // Of a mapped frame the original file, where its map tells where that is.
  const path = toLocalPath(frame.sourcePath ?? frame.filename ?? '', mappings);
  if (editor === 'none' || path === null) return null;
  const encoded = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  const line = toNumber(frame.lineno);
  const column = toNumber(frame.colno);
  if (editor === 'jetbrains') return `idea://open?file=${encodeURIComponent(path)}&line=${line}&column=${column}`;
  return `${editor}://file${encoded}:${line}:${column}`;
}

/** Lines and columns count from 1; an event may say anything. */
function toNumber(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 1;
}

function toLocalPath(filename: string, mappings: readonly PathMapping[]): string | null {
  const plain = filename.replace(/^file:\/\//, '');
  const mapping = mappings.find(({ from }) => from !== '' && plain.startsWith(from));
  const mapped = mapping === undefined ? plain : mapping.to + plain.slice(mapping.from.length);
  const path = /^[A-Za-z]:[\\/]/.test(mapped) ? `/${mapped.replaceAll('\\', '/')}` : mapped;
  const isWhole = path.startsWith('/') && !path.startsWith('//') && !path.split('/').includes('..');
  return isWhole && !path.includes('\0') ? path.toWellFormed() : null;
}
