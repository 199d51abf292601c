import { useState } from 'react';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { EDITOR_NAMES, editorChoice } from './editors.ts';

/** Which editor frames open in, and the way to change it. */
export function EditorMenu() {
  const { editor } = useStore(editorChoice);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        <Icon name="external" />
        {editor === 'none' ? 'Open in editor …' : EDITOR_NAMES[editor]}
      </Button>
      {isOpen && <EditorDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
