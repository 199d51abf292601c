import type { ReactNode } from 'react';
import './record-table.css';

interface RecordTableProps {
  readonly className?: string;
  /** What is shown is about to be replaced. */
  readonly isOutdated: boolean;
  /** The names of the columns, for the eye alone: rows say what they hold. */
  readonly head: ReactNode;
  readonly headClass: string;
  /** The pointer has come over the rows or left them. */
  readonly onPointed: (isPointedAt: boolean) => void;
  readonly children: ReactNode;
}

/** The frame of a long list: the names of its columns, and room for its rows, which fill what is left of the page. */
export function RecordTable({ className = '', isOutdated, head, headClass, onPointed, children }: RecordTableProps) {
  return (
    <div className={`record-table ${className}`} data-busy={isOutdated || undefined}>
      <div className={`record-head ${headClass}`} aria-hidden="true">
        {head}
      </div>
      <div className="record-rows" onPointerEnter={() => onPointed(true)} onPointerLeave={() => onPointed(false)}>
        {children}
      </div>
    </div>
  );
}
