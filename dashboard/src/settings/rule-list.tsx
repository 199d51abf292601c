import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GROUPING_RULES_MAX } from '../../../schemas/limits.ts';
import type { GroupingRule } from '../../../schemas/project-settings.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { type RulesFault, toMoved } from './rule-fields.ts';
import { RuleRow, type Way } from './rule-row.tsx';

interface RuleListProps {
  readonly rules: readonly GroupingRule[];
  readonly fault: RulesFault | null;
  readonly onChange: (rules: readonly GroupingRule[]) => void;
}

/** Rules in their order, with what puts them in another one, and changes, adds and removes them. */
export function RuleList({ rules, fault, onChange }: RuleListProps) {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  /** That of a new rule is the one after the last. */
  const [editedIndex, setEditedIndex] = useState<number | null>(null);
  const [moved, setMoved] = useState('');
  const move = (from: number, way: Way): void => {
    const to = way === 'up' ? from - 1 : from + 1;
    flushSync(() => {
      onChange(toMoved(rules, from, to));
      setMoved(`${toVisible(rules[from]?.name ?? '')} is rule ${to + 1} of ${rules.length} now.`);
    });
    focusMove(list.current?.children[to], way);
  };
  const remove = (index: number): void => {
    flushSync(() => onChange(rules.toSpliced(index, 1)));
    // Its own button is gone, or has become that of the next rule.
    adding.current?.focus();
  };
  const finish = (rule: GroupingRule): void => {
    onChange(rules.toSpliced(editedIndex ?? rules.length, 1, rule));
    setEditedIndex(null);
  };
  return (
    <>
      {rules.length === 0 && <p>There is no rule: the version of the grouping decides.</p>}
      <ol className="rule-list" aria-label="Rules of grouping, the first that holds decides" ref={list}>
        {rules.map((rule, index) => (
          <RuleRow
            // Two rules that are not saved yet may have one name: a rule has no identity but its place.
            key={index}
            rule={rule}
            isFirst={index === 0}
            isLast={index === rules.length - 1}
            isWrong={index === fault?.index}
            onMove={(way) => move(index, way)}
            onEdit={() => setEditedIndex(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <Button ref={adding} disabled={rules.length >= GROUPING_RULES_MAX} onClick={() => setEditedIndex(rules.length)}>
        Add a rule …
      </Button>
      {editedIndex !== null && (
        <RuleDialog
          rule={rules[editedIndex] ?? null}
          fault={editedIndex === fault?.index ? fault.field : null}
          onDone={finish}
          onClose={() => setEditedIndex(null)}
        />
      )}
    </>
  );
}

/** The focus goes with the rule, so that the same key moves it on; at an end it is on the way back. */
function focusMove(row: Element | undefined, way: Way): void {
  const ways = [...(row?.querySelectorAll<HTMLButtonElement>('[data-way]:enabled') ?? [])];
  (ways.find((button) => button.dataset.way === way) ?? ways[0])?.focus();
}
