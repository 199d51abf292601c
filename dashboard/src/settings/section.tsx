import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** What the whole of it is about, where the title does not say. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** Settings that belong together. */
export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <header className="settings-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p>{note}</p>}
      </header>
      <div className="card">{children}</div>
    </section>
  );
}

interface SettingProps {
  readonly title: string;
  readonly text: ReactNode;
  /** What it is set with. */
  readonly children: ReactNode;
}

/** One setting: what it is, what it does, and the control. */
export function Setting({ title, text, children }: SettingProps) {
  return (
    <div className="setting">
      <div className="setting-words">
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}
