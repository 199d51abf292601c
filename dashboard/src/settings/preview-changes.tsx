import type { GroupingChange, GroupingPreview } from '../../../schemas/grouping.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { toHeadline, toOneLine } from '../ui/hostile-text.ts';
import './grouping.css';

interface Figures extends Pick<GroupingPreview, 'groups' | 'joined' | 'split'> {
  readonly changes: readonly Change[];
}

type Change = GroupingChange & {
  /** What rules group them by. */
  readonly fingerprints?: readonly string[];
};

/** What a preview tells of errors that would be joined or split: how many, and the first of them. */
export function PreviewChanges({ figures }: { readonly figures: Figures }) {
  return (
    <>
      <p>{toSummary(figures)}</p>
      <ul className="preview-changes">
        {figures.changes.slice(0, CHANGES_SHOWN).map((change) => (
          <ChangeRow key={change.groups[0]?.id} change={change} />
        ))}
      </ul>
    </>
  );
}

function ChangeRow({ change: { before, after, groups, fingerprints = [] } }: { readonly change: Change }) {
  return (
    <li>
      <strong className="num">
        {toCount(before)} to {toCount(after)}
      </strong>
      {fingerprints.slice(0, NAMES_SHOWN).map((fingerprint) => (
        <code key={fingerprint}>{toOneLine(fingerprint, 120)}</code>
      ))}
      {groups.slice(0, NAMES_SHOWN).map(({ id, message }) => (
        <Link key={id} to={toPage(`/errors/${encodeURIComponent(id)}`)} className="text-link preview-name">
          {toHeadline(message, 120)}
        </Link>
      ))}
      {before > NAMES_SHOWN && <span className="preview-more">and {toCount(before - NAMES_SHOWN)} more</span>}
    </li>
  );
}

const CHANGES_SHOWN = 5;
const NAMES_SHOWN = 3;

function toSummary({ joined, split, groups }: Figures): string {
  const parts = [
    ...(joined.before > 0 ? [`${toAmount(joined.before, 'error')} would become ${toCount(joined.after)}`] : []),
    ...(split.before > 0 ? [`${toAmount(split.before, 'error')} would become ${toCount(split.after)}`] : []),
  ];
  if (parts.length === 0) {
    const stay = groups.before === 1 ? 'it is' : 'they are';
    return `Nothing would change: ${toAmount(groups.before, 'error')} would stay as ${stay}.`;
  }
  const changes = `${parts.join(', and ')}.`;
  const isAll = joined.before + split.before === groups.before && parts.length === 1;
  return isAll ? changes : `${changes} In all ${toCount(groups.before)} would become ${toCount(groups.after)}.`;
}
