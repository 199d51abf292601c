// The time in which a daemon that was told to stop serves on, so that balancers see it go and send nothing more to it.

export interface Drain {
  /** Resolves when the time is over, or was cut short. */
  readonly over: Promise<void>;
  /** Cuts it short; also before it has begun. */
  end(): void;
  begin(): void;
}

export function openDrain(durationMs: number): Drain {
  let timer: NodeJS.Timeout | undefined;
  let resolve = (): void => undefined;
  const over = new Promise<void>((settle) => {
    resolve = settle;
  });
  const end = (): void => {
    clearTimeout(timer);
    resolve();
  };
  return {
    over,
    end,
    begin() {
      if (durationMs === 0) end();
      else timer ??= setTimeout(end, durationMs);
    },
  };
}
