import type { ReactNode } from 'react';
import './page.css';

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** For a page whose list scrolls by itself and takes the height that is left. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** A page: its title, what belongs beside it, and its content in the width that reads well. */
export function Page({ title, aside, fills = false, children }: PageProps) {
  return (
    <div className="page" data-fills={fills || undefined}>
      <header className="page-head">
        <h1>{title}</h1>
        {aside}
      </header>
      {children}
    </div>
  );
}
