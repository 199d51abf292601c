import { type ReactNode, useEffect, useRef } from 'react';

interface RecordRowProps {
  readonly className: string;
  /** The keys are about it, and its link has the focus. */
  readonly isCursor: boolean;
  /** It has just slid in. */
  readonly isFresh: boolean;
  readonly isSelected?: boolean;
  /** It does not belong here any more, and stays until the list is read again. */
  readonly isGone?: boolean;
  readonly children: ReactNode;
}

/** One row of a long list; the first link in it opens the record. */
export function RecordRow({ className, isCursor, isFresh, isSelected, isGone, children }: RecordRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isCursor]);
  return (
    <div
      ref={row}
      className={className}
      data-cursor={isCursor || undefined}
      data-selected={isSelected || undefined}
      data-fresh={isFresh || undefined}
      data-gone={isGone || undefined}
    >
      {children}
    </div>
  );
}
