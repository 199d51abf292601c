import { useId, useState } from 'react';
import { KEY_NAME_CHARS_MAX, PROJECT_NAME_CHARS_MAX } from '../../../schemas/limits.ts';
import type { KeyRole } from '../../../schemas/words.ts';
import { ApiError } from '../api/client.ts';
import { useProjects } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Segments } from '../ui/segments.tsx';
import { NewKeyView } from './new-key-view.tsx';
import { addFirstKey, addOtherKey, type NewKey } from './use-keys.ts';

const ROLES = [
  { value: 'ingest', label: 'Send' },
  { value: 'reader', label: 'Read' },
  { value: 'admin', label: 'Everything' },
] as const satisfies readonly { readonly value: KeyRole; readonly label: string }[];

const ROLE_TEXTS: Record<KeyRole, string> = {
  ingest: 'For programs and pages: it sends records, and reads nothing.',
  reader: 'For people who look, and for screens on walls: it changes nothing.',
  admin: 'It reads, sends, changes and deletes, keys included.',
};

const FIRST_TEXT =
  'The first key is an admin’s, and closes errord: from then on everything wants a key. This browser is logged in with it.';

/** In the audit. */
const TOKEN_NAME = 'token';

interface AddKeyDialogProps {
  /** It closes the daemon. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Asks what the key is called and what it may do, adds it, and shows its text once. */
export function AddKeyDialog({ isFirst, onClose }: AddKeyDialogProps) {
  const [key, setKey] = useState<NewKey | null>(null);
  const close = (): void => {
    key?.leave();
    onClose();
  };
  return (
    <Dialog label={key === null ? 'Add a key' : 'The new key'} isHeld={key !== null} onClose={close}>
      {key === null ? (
        <AddKeyForm isFirst={isFirst} onAdded={setKey} onCancel={close} />
      ) : (
        <NewKeyView newKey={key} onDone={close} />
      )}
    </Dialog>
  );
}

interface AddKeyFormProps {
  readonly isFirst: boolean;
  readonly onAdded: (key: NewKey) => void;
  readonly onCancel: () => void;
}

function AddKeyForm({ isFirst, onAdded, onCancel }: AddKeyFormProps) {
  // What it was when the dialog was opened: the first key makes itself the last of its kind.
  const [wasFirst] = useState(isFirst);
  const [name, setName] = useState('');
  const [role, setRole] = useState<KeyRole>('ingest');
  const [project, setProject] = useState('');
  const { isRunning, fault, run, refuse } = useAdding(onAdded);
  const id = useId();
  const add = (): void => {
    if (name.trim() === TOKEN_NAME) {
      refuse(`“${TOKEN_NAME}” is what the configured token is called. Choose another name.`);
      return;
    }
    const only = role === 'ingest' && project.trim() !== '' ? { project: project.trim() } : {};
    void run(() => (wasFirst ? addFirstKey(name.trim()) : addOtherKey({ name: name.trim(), role, ...only })));
  };
  return (
    <DialogForm
      send={isRunning ? 'Adding …' : wasFirst ? 'Add the key, and close errord' : 'Add the key'}
      isHeld={name.trim() === '' || isRunning}
      fault={fault}
      onSend={add}
      onClose={onCancel}
    >
      {wasFirst && <p>{FIRST_TEXT}</p>}
      <label htmlFor={`${id}-name`} className="key-label">
        Name
      </label>
      <input
        id={`${id}-name`}
        className="field"
        autoComplete="off"
        autoFocus
        spellCheck={false}
        maxLength={KEY_NAME_CHARS_MAX}
        placeholder={wasFirst ? 'ada' : 'shop-server'}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {!wasFirst && (
        <>
          <Segments label="What it may do" value={role} options={ROLES} onChange={setRole} />
          <p className="dialog-note">{ROLE_TEXTS[role]}</p>
        </>
      )}
      {!wasFirst && role === 'ingest' && <ProjectField id={`${id}-project`} value={project} onChange={setProject} />}
    </DialogForm>
  );
}

function useAdding(onAdded: (key: NewKey) => void) {
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const run = async (add: () => Promise<NewKey>): Promise<void> => {
    if (isRunning) return;
    setIsRunning(true);
    setFault(null);
    try {
      onAdded(await add());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setIsRunning(false);
    }
  };
  return { isRunning, fault, run, refuse: setFault };
}

interface ProjectFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (project: string) => void;
}

/** A project need not have sent anything yet: those that have are proposed. */
function ProjectField({ id, value, onChange }: ProjectFieldProps) {
  const { data } = useProjects();
  return (
    <>
      <label htmlFor={id} className="key-label">
        Only into the project
      </label>
      <input
        id={id}
        className="field"
        list={`${id}-known`}
        autoComplete="off"
        spellCheck={false}
        maxLength={PROJECT_NAME_CHARS_MAX}
        placeholder="any"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-known`}>
        {(data?.projects ?? []).map(({ name }) => (
          <option key={name} value={name} label={toVisible(name)} />
        ))}
      </datalist>
    </>
  );
}
