import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ClearDialog } from './clear-dialog.tsx';
import { Section, Setting } from './section.tsx';

/** Getting rid of what is stored. */
export function DataSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Data">
      <Setting title="Clear data" text="Deletes what one project or all of them have sent. It cannot be taken back.">
        <Button onClick={() => setIsOpen(true)}>Clear data …</Button>
      </Setting>
      {isOpen && <ClearDialog onClose={() => setIsOpen(false)} />}
    </Section>
  );
}
