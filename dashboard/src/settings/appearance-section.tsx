import { useStore } from '../store.ts';
import { DENSITIES, type Density, density } from '../ui/density.ts';
import { Segments } from '../ui/segments.tsx';
import { THEME_LABELS, THEMES, theme } from '../ui/theme.ts';
import { Section, Setting } from './section.tsx';

const DENSITY_LABELS: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

/** How the dashboard looks in this browser. */
export function AppearanceSection() {
  return (
    <Section title="Appearance" note="Kept in this browser, and followed by its other tabs.">
      <Setting title="Theme" text="Light, dark, or whichever the system has now.">
        <Segments
          label="Theme"
          value={useStore(theme)}
          options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
          onChange={theme.set}
        />
      </Setting>
      <Setting title="Density" text="Compact rows show about a quarter more of every list.">
        <Segments
          label="Density"
          value={useStore(density)}
          options={DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }))}
          onChange={density.set}
        />
      </Setting>
    </Section>
  );
}
