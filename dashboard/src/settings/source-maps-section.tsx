import { type SyntheticEvent, useState } from 'react';
import { SOURCE_MAP_PLACE_CHARS_MAX, SOURCE_MAP_PLACES_MAX } from '../../../schemas/limits.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { ProjectChoice } from './project-choice.tsx';
import { Section } from './section.tsx';
import { SettingsOf } from './settings-of.tsx';
import { useSourceMaps } from './use-source-maps.ts';

/** Where the source maps of a project are read, so that frames show what was written instead of what was built. */
export function SourceMapsSection() {
  return (
    <Section title="Source maps" note="Read on the daemon's machine. Nothing is uploaded.">
      <ProjectChoice what="source maps">
        {(name) => (
          <SettingsOf key={name} name={name}>
            {({ sourceMaps }) => <PlaceList name={name} places={sourceMaps} />}
          </SettingsOf>
        )}
      </ProjectChoice>
    </Section>
  );
}

function PlaceList({ name, places }: { readonly name: string; readonly places: readonly string[] }) {
  const { isRunning, fault, set } = useSourceMaps(name);
  const [typed, setTyped] = useState('');
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (await set([...new Set([...places, typed.trim()])])) setTyped('');
  };
  return (
    <>
      {places.length > 0 && (
        <ul className="source-maps">
          {places.map((place) => (
            <li key={place} className="source-map">
              <code>{toVisible(place)}</code>
              <Button
                kind="quiet"
                square
                disabled={isRunning}
                aria-label={`Remove ${toVisible(place)}`}
                title="Remove"
                onClick={() => void set(places.filter((one) => one !== place))}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className="source-map" onSubmit={(event) => void add(event)}>
        <input
          className="field"
          aria-label="Folder, or address of a dev server"
          placeholder="/home/me/shop/dist"
          spellCheck={false}
          maxLength={SOURCE_MAP_PLACE_CHARS_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" disabled={isRunning || typed.trim() === '' || places.length >= SOURCE_MAP_PLACES_MAX}>
          {isRunning ? 'Saving …' : 'Add'}
        </Button>
      </form>
      {fault !== null && (
        <p className="settings-fault" role="alert">
          {fault}
        </p>
      )}
      <p className="limits-usage">
        A folder with built files and their maps, or a dev server such as http://localhost:5173. Stored errors are
        looked at again.
      </p>
    </>
  );
}
