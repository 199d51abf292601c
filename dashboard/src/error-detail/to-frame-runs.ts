import type { StackFrame } from '../../../schemas/event.ts';

/** Frames of the application one by one; those of others that follow each other as one. */
export type FrameRun =
  | { readonly kind: 'own'; readonly frame: StackFrame }
  | { readonly kind: 'others'; readonly frames: readonly StackFrame[]; readonly names: readonly string[] };

/** Names of packages shown of a run. */
const NAMES_SHOWN = 3;

/** Folds what is not the application's own, in the order of the stack. */
export function toFrameRuns(frames: readonly StackFrame[]): readonly FrameRun[] {
  const runs: FrameRun[] = [];
  let others: StackFrame[] = [];
  const fold = (): void => {
    if (others.length === 0) return;
    const names = [...new Set(others.map(toPackage))].slice(0, NAMES_SHOWN);
    runs.push({ kind: 'others', frames: others, names });
    others = [];
  };
  for (const frame of frames) {
    if (!frame.inApp) {
      others.push(frame);
      continue;
    }
    fold();
    runs.push({ kind: 'own', frame });
  }
  fold();
  return runs;
}

/** Folders that dependencies of some language are in, each below a folder of its own name. */
const DEPENDENCY_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'site-packages',
  'dist-packages',
  'gems',
  'deps',
]);

/** The package that a file belongs to: `node:net`, `@scope/name`, or the module or the file when it says none. */
function toPackage({ filename = '', module }: StackFrame): string {
  if (filename.startsWith('node:')) return filename;
  const parts = filename.split(/[\\/]/);
  const at = parts.findLastIndex((part) => DEPENDENCY_FOLDERS.has(part));
  const name = parts[at + 1];
  if (at === -1 || name === undefined) return module ?? parts.at(-1) ?? filename;
  return name.startsWith('@') ? `${name}/${parts[at + 2] ?? ''}` : name;
}
