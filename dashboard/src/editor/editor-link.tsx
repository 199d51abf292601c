import type { StackFrame } from '../../../schemas/event.ts';
import { useStore } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { EDITOR_NAMES, editorChoice, toEditorAddress } from './editors.ts';

/** Opens a frame in the chosen editor; nothing when it cannot. */
export function EditorLink({ frame }: { readonly frame: StackFrame }) {
  const choice = useStore(editorChoice);
  const address = toEditorAddress(frame, choice);
  if (address === null) return null;
  const label = `Open in ${EDITOR_NAMES[choice.editor]}`;
  return (
    <a className="editor-link" href={address} aria-label={label} title={label}>
      <Icon name="external" />
    </a>
  );
}
