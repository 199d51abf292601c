import { type ComponentType, createElement, lazy, useState } from 'react';

/** A component whose code is a file of its own. */
export interface LateCode<Props extends object> {
  /** Suspends until its code has come. */
  readonly Content: ComponentType<Props>;
  /** Fetches its code. Rejects where that fails; then it may be tried again. */
  readonly load: () => Promise<unknown>;
}

/**
 * What has come before it is shown stands at once. `lazy` alone suspends even then, and React keeps what it shows in the place of
 * a suspended part for 300 ms at least, however soon the code is there.
 */
export function openLateCode<Props extends object>(fetchCode: () => Promise<ComponentType<Props>>): LateCode<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<ComponentType<Props>> => (loaded ??= await fetchCode());
  const Coming: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Content(props: Props) {
    const [Chosen] = useState(() => loaded ?? Coming);
    return createElement(Chosen, props);
  }
  return { Content, load };
}
