import { Page } from '../ui/page.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DaemonSection } from './daemon-section.tsx';
import { DataSection } from './data-section.tsx';
import { EditorSection } from './editor-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import './settings.css';

/** What this browser shows and how, what the daemon keeps, and what it says of itself. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="settings">
        <AppearanceSection />
        <NotificationsSection />
        <EditorSection />
        <LimitsSection />
        <DataSection />
        <DaemonSection />
      </div>
    </Page>
  );
}
