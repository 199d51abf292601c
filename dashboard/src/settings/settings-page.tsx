import { Page } from '../ui/page.tsx';
import { AccessSection } from './access-section.tsx';
import { AlertsSection } from './alerts-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DaemonSection } from './daemon-section.tsx';
import { DataSection } from './data-section.tsx';
import { EditorSection } from './editor-section.tsx';
import { GroupingSection } from './grouping-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { RulesSection } from './rules-section.tsx';
import './settings.css';
import { SourceMapsSection } from './source-maps-section.tsx';

/** What this browser shows and how, who may come in, what the daemon keeps, and what it says of itself. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="settings">
        <AppearanceSection />
        <NotificationsSection />
        <EditorSection />
        <AlertsSection />
        <LimitsSection />
        <GroupingSection />
        <RulesSection />
        <SourceMapsSection />
        <AccessSection />
        <KeysSection />
        <DataSection />
        <DaemonSection />
      </div>
    </Page>
  );
}
