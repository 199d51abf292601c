/** Runs at once, then at most once per interval; a call in between runs when the interval is over. */
export function openThrottle(intervalMs: number, run: () => void): () => void {
  let timer: number | undefined;
  let isWanted = false;
  const tick = (): void => {
    timer = undefined;
    if (!isWanted) return;
    isWanted = false;
    start();
  };
  const start = (): void => {
    timer = window.setTimeout(tick, intervalMs);
    run();
  };
  return () => {
    if (timer === undefined) start();
    else isWanted = true;
  };
}
