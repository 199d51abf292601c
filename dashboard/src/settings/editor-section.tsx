import { EDITOR_NAMES, EDITORS, editorChoice, type PathMapping } from '../editor/editors.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { Section, Setting } from './section.tsx';

/** More than these are looked through for each frame that is shown. */
const MAPPINGS_MAX = 20;

/** Which editor frames open in, and where the code is on this machine. Kept as it is typed. */
export function EditorSection() {
  const choice = useStore(editorChoice);
  const { editor, mappings } = choice;
  const setMappings = (next: readonly PathMapping[]): void => editorChoice.set({ ...choice, mappings: next });
  return (
    <Section title="Editor">
      <Setting title="Open frames in" text="Every frame with a whole path gets a link into it.">
        <Segments
          label="Editor"
          value={editor}
          options={EDITORS.map((value) => ({ value, label: EDITOR_NAMES[value] }))}
          onChange={(next) => editorChoice.set({ ...choice, editor: next })}
        />
      </Setting>
      <div className="setting" data-stacked>
        <div className="setting-words">
          <h3>Paths</h3>
          <p>
            If code ran elsewhere than where you edit it, say which path there is which path here. The first match
            counts.
          </p>
        </div>
        {mappings.length > 0 && (
          <ol className="mappings">
            {mappings.map((mapping, index) => (
              <Mapping
                // Mappings have no identity but their place.
                key={index}
                mapping={mapping}
                number={index + 1}
                onChange={(next) => setMappings(mappings.with(index, next))}
                onRemove={() => setMappings(mappings.toSpliced(index, 1))}
              />
            ))}
          </ol>
        )}
        <Button
          disabled={mappings.length >= MAPPINGS_MAX}
          onClick={() => setMappings([...mappings, { from: '', to: '' }])}
        >
          Add a path
        </Button>
      </div>
    </Section>
  );
}

interface MappingProps {
  readonly mapping: PathMapping;
  readonly number: number;
  readonly onChange: (mapping: PathMapping) => void;
  readonly onRemove: () => void;
}

function Mapping({ mapping: { from, to }, number, onChange, onRemove }: MappingProps) {
  return (
    <li className="mapping">
      <input
        className="field"
        aria-label={`Path ${number} where it ran`}
        placeholder="/srv/shop"
        spellCheck={false}
        value={from}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <Icon name="arrowRight" />
      <input
        className="field"
        aria-label={`Path ${number} on this machine`}
        placeholder="/home/me/shop"
        spellCheck={false}
        value={to}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
      <Button kind="quiet" square aria-label={`Remove path ${number}`} title="Remove" onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </li>
  );
}
