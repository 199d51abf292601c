import { useState } from 'react';
import type { GroupingRule } from '../../../schemas/project-settings.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';
import './keys.css';
import { ProjectChoice } from './project-choice.tsx';
import { toRulesText } from './rule-fields.ts';
import { RuleList } from './rule-list.tsx';
import './rules.css';
import { RulesPreview } from './rules-preview.tsx';
import { Section } from './section.tsx';
import { SettingsOf } from './settings-of.tsx';
import { useRules } from './use-rules.ts';

type Rules = readonly GroupingRule[];

/** Which events of a project are one error, where people know it and no version of the grouping does. */
export function RulesSection() {
  return (
    <Section title="Rules of your own" note="The first that holds decides which error a new event is of.">
      <ProjectChoice what="rules">
        {(name) => (
          <SettingsOf key={name} name={name}>
            {({ groupingRules }) => (
              // What is typed belongs to the rules it was typed over.
              <RulesForm key={toRulesText(groupingRules)} name={name} saved={groupingRules} />
            )}
          </SettingsOf>
        )}
      </ProjectChoice>
    </Section>
  );
}

function RulesForm({ name, saved }: { readonly name: string; readonly saved: Rules }) {
  const [rules, setRules] = useState(saved);
  const { running, fault, preview, tryOut, save, forget } = useRules(name);
  const change = (next: Rules): void => {
    setRules(next);
    forget();
  };
  const keep = async (): Promise<void> => {
    if (!(await save(rules))) return;
    showToast({ key: 'rules', tone: 'good', text: `Saved the rules of ${toVisible(name)}` });
  };
  const isChanged = toRulesText(rules) !== toRulesText(saved);
  return (
    <div className="rules">
      <RuleList rules={rules} fault={fault} onChange={change} />
      {fault !== null && (
        <p className="settings-fault" role="alert">
          {toVisible(fault.text)}
        </p>
      )}
      <div role="status">{preview !== null && <RulesPreview preview={preview} />}</div>
      <div className="limits-end">
        <p className="limits-usage">
          {isChanged ? 'Not saved yet. ' : ''}Rules are of new events alone: what is stored stays as it is.
        </p>
        <span className="rule-ways">
          <Button disabled={rules.length === 0 || running !== null} onClick={() => void tryOut(rules)}>
            {running === 'preview' ? 'Looking …' : 'Preview'}
          </Button>
          <Button kind="primary" disabled={!isChanged || running !== null} onClick={() => void keep()}>
            {running === 'save' ? 'Saving …' : 'Save rules'}
          </Button>
        </span>
      </div>
    </div>
  );
}
