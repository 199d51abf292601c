import { useId, useState } from 'react';
import { useProjects } from '../api/queries.ts';
import { useProject } from '../router/project.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toAmount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.ts';
import { type Clearing, type Counts, useClear, useCounts } from './use-clear.ts';

const KINDS = [
  { value: 'everything', label: 'Everything' },
  { value: 'logs', label: 'Only logs' },
] as const;

/** Asks what goes, says exactly how much that is, and wants it confirmed in writing. */
export function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const looked = useProject();
  const [clearing, setClearing] = useState<Clearing>({ projectId: looked, kind: 'everything' });
  const [typed, setTyped] = useState('');
  const id = useId();
  const counts = useCounts(clearing.projectId);
  const { isRunning, fault, run } = useClear();
  const word = clearing.projectId === null ? 'all projects' : toVisible(clearing.projectId);
  const choose = (change: Partial<Clearing>): void => {
    setClearing({ ...clearing, ...change });
    setTyped('');
  };
  const clear = async (): Promise<void> => {
    if (typed !== word || !(await run(clearing))) return;
    showToast({ key: 'clear', tone: 'good', text: `Cleared ${KIND_NAMES[clearing.kind]} of ${word}` });
    onClose();
  };
  return (
    <Dialog label="Clear data" onClose={onClose}>
      <DialogForm
        send={isRunning ? 'Clearing …' : `Clear ${KIND_NAMES[clearing.kind]}`}
        kind="danger"
        isHeld={typed !== word || isRunning}
        fault={fault}
        onSend={() => void clear()}
        onClose={onClose}
      >
        <ProjectField value={clearing.projectId} onChange={(projectId) => choose({ projectId })} />
        <Segments label="What goes" value={clearing.kind} options={KINDS} onChange={(kind) => choose({ kind })} />
        <Losses clearing={clearing} counts={counts} />
        <label htmlFor={id} className="clear-label">
          Type <strong>{word}</strong> to confirm
        </label>
        <input
          id={id}
          className="field"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

const KIND_NAMES: Record<Clearing['kind'], string> = { everything: 'everything', logs: 'the logs' };

interface ProjectFieldProps {
  readonly value: string | null;
  readonly onChange: (projectId: string | null) => void;
}

/** A field of the platform: a menu of ours would be behind the dialog. */
function ProjectField({ value, onChange }: ProjectFieldProps) {
  const id = useId();
  const { data } = useProjects();
  const names = (data?.projects ?? []).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  return (
    <>
      <label htmlFor={id} className="clear-label">
        Project
      </label>
      <select
        id={id}
        className="field"
        // A project's name is never empty.
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">All projects</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {toVisible(name)}
          </option>
        ))}
      </select>
    </>
  );
}

function Losses({ clearing, counts }: { readonly clearing: Clearing; readonly counts: Counts | undefined }) {
  if (counts === undefined) return <Skeleton height="5rem" />;
  const { errors, events, requests, logs } = counts;
  const everything = [
    `${toAmount(errors, 'error')} with ${toAmount(events, 'event')}, and what was decided about them`,
    toAmount(requests, 'request'),
    toAmount(logs, 'log'),
  ];
  const stays = clearing.kind === 'logs' ? 'Errors and requests stay.' : 'The name of a project stays in the list.';
  return (
    <div className="losses" role="status">
      <p>This goes for good:</p>
      <ul>
        {(clearing.kind === 'logs' ? [toAmount(logs, 'log')] : everything).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p className="losses-stay">{stays}</p>
    </div>
  );
}
