import type { GroupingRulesPreview } from '../../../schemas/grouping.ts';
import { toAmount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { PreviewChanges } from './preview-changes.tsx';

/** What rules would have done to the newest events of a project. */
export function RulesPreview({ preview }: { readonly preview: GroupingRulesPreview }) {
  const { rules, looked } = preview;
  return (
    <div className="preview">
      <PreviewChanges figures={preview} />
      <ul className="rule-counts num" aria-label="What each rule decides">
        {rules.map(({ name, events, groups, ignore }) => (
          <li key={name}>
            {toVisible(name)}: {toAmount(events, 'event')} of {toAmount(groups, 'error')}
            {ignore === true && ', ignored where they are new'}
          </li>
        ))}
      </ul>
      <p className="limits-usage num">
        Looked at the newest {toAmount(looked.events, 'event')}, of {toAmount(looked.groups, 'error')}.
        {!looked.isWhole && ' Then the time for a preview was up: there are more that it did not look at.'}
      </p>
    </div>
  );
}
