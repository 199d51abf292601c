import { useState } from 'react';
import { useMayChange } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ClearDialog } from './clear-dialog.tsx';
import { Section, Setting } from './section.tsx';

/** Getting rid of what is stored. */
export function DataSection() {
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  const text = 'Deletes what one project or all of them have sent. It cannot be taken back.';
  return (
    <Section title="Data">
      <Setting title="Clear data" text={mayChange ? text : `${text} It is for an admin’s key.`}>
        <Button disabled={!mayChange} onClick={() => setIsOpen(true)}>
          Clear data …
        </Button>
      </Setting>
      {isOpen && <ClearDialog onClose={() => setIsOpen(false)} />}
    </Section>
  );
}
