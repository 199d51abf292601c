import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import './editor-dialog.css';
import { EDITOR_NAMES, EDITORS, type Editor, editorChoice } from './editors.ts';

/** Chooses the editor, and where the code is on this machine. */
export function EditorDialog({ onClose }: { readonly onClose: () => void }) {
  const [{ editor, mappings }] = useState(editorChoice.get);
  const [chosen, setChosen] = useState<Editor>(editor === 'none' ? 'vscode' : editor);
  const [from, setFrom] = useState(mappings[0]?.from ?? '');
  const [to, setTo] = useState(mappings[0]?.to ?? '');
  const id = useId();
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    editorChoice.set({ editor: chosen, mappings: from === '' ? [] : [{ from, to }, ...mappings.slice(1)] });
    onClose();
  };
  return (
    <Dialog label="Open frames in an editor" onClose={onClose}>
      <form className="editor-form" onSubmit={save}>
        <Segments
          label="Editor"
          value={chosen}
          options={EDITORS.map((value) => ({ value, label: EDITOR_NAMES[value] }))}
          onChange={setChosen}
        />
        <p>
          If the code ran elsewhere than where you edit it, say which path there is which path here. This is kept in
          this browser only.
        </p>
        <div className="editor-paths">
          <label htmlFor={`${id}-from`}>Path where it ran</label>
          <input
            id={`${id}-from`}
            className="field"
            placeholder="/srv/shop"
            spellCheck={false}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <label htmlFor={`${id}-to`}>Path on this machine</label>
          <input
            id={`${id}-to`}
            className="field"
            placeholder="/home/me/shop"
            spellCheck={false}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <div className="editor-end">
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
