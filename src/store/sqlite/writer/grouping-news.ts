import type { GroupPartCommands } from '../tables/group-parts.js';
import type { GroupSplitCommands } from '../tables/group-splits.js';
import type { GroupingCommands } from '../tables/groupings.js';
import type { WriterMessage } from '../thread-messages.js';

/** Tells the main thread how projects are grouped. */
export interface GroupingNews {
  /** When something has changed since it was told. */
  tell(): void;
  repeat(): void;
}

interface NewsTables {
  readonly groupings: GroupingCommands;
  readonly parts: Pick<GroupPartCommands, 'findDue'>;
  readonly splits: Pick<GroupSplitCommands, 'findDue'>;
}

export function openGroupingNews(
  { groupings, parts, splits }: NewsTables,
  post: (message: WriterMessage) => void,
): GroupingNews {
  let toldRevision = -1;
  const repeat = (): void => {
    post({
      kind: 'groupings',
      versions: groupings.toVersions(),
      isDue: [groupings, parts, splits].some((table) => table.findDue() !== null),
    });
    // To read them after a rollback counts as a change.
    toldRevision = groupings.revision;
  };
  return {
    repeat,
    tell() {
      if (toldRevision !== -1 && groupings.revision !== toldRevision) repeat();
    },
  };
}
