import type { ReactNode } from 'react';

/** One line: what it is called, and what it is. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
