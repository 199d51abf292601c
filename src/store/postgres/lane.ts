// One connection, and what waits for it. The driver takes a lost connection up again with what it had not sent, which the server
// cannot read; so each connection is a driver of its own, and a new one is made when it is lost.

import { setTimeout as wait } from 'node:timers/promises';
import { RECONNECT_MS } from './limits.js';

/** Thrown in the place of a statement whose connection is gone. */
export class LostConnection extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor(message = 'the connection was lost') {
    super(message);
  }
}

/** The server has not answered in time. */
export class GaveUp extends LostConnection {
  constructor() {
    super('the server does not answer');
  }
}

/** Whether the connection is gone since this was made. */
export type IsLost = () => boolean;

/** What work may do with its connection besides using it. */
export interface Held {
  /** Begins to watch it. */
  watch(): IsLost;
  /** The server does not answer any more: the connection counts as lost, whatever becomes of it. */
  giveUp(): void;
}

export interface Lane<Driver> {
  /** How much waits for the connection, or has it. */
  readonly waiting: number;
  /** Does the work when what came before is done; rejects when the work gives its connection up. */
  run<T>(work: (driver: Driver, held: Held) => Promise<T>): Promise<T>;
  /** Takes another connection for what comes next, unless there is work that has this one. */
  renew(): void;
  /** When all work is done. */
  close(): Promise<void>;
}

export interface LaneOptions<Driver> {
  /** Makes a driver that connects at its first statement, and calls back when its connection is lost. */
  readonly connect: (onLost: () => void) => Driver;
  readonly end: (driver: Driver) => Promise<void>;
  readonly onClose: (() => void) | undefined;
}

export function openLane<Driver>({ connect, end, onClose }: LaneOptions<Driver>): Lane<Driver> {
  let driver: Driver | null = null;
  let lostCount = 0;
  let nextTry: Promise<unknown> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const lose = (lost: Driver): void => {
    lostCount += 1;
    if (driver !== lost) return;
    driver = null;
    // A server that is away is not asked more often than this.
    nextTry = wait(RECONNECT_MS);
    onClose?.();
  };
  const open = (): Driver => {
    if (driver !== null) return driver;
    const made = connect(() => lose(made));
    driver = made;
    return made;
  };
  const watch = (): IsLost => {
    const before = lostCount;
    return () => lostCount !== before;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const attempt = async <T>(work: (driver: Driver, held: Held) => Promise<T>): Promise<T> => {
    await nextTry;
    nextTry = null;
    const opened = open();
    const { giveUp, givenUp } = openGivingUp(() => lose(opened));
    try {
      return await Promise.race([work(opened, { watch, giveUp }), givenUp]);
    } finally {
      // The driver may have connected anew by itself, for what it had not sent.
      if (driver !== opened) void end(opened).catch(() => undefined);
    }
  };
  return {
    get waiting() {
      return waiting;
    },
    async run(work) {
      waiting += 1;
      try {
        return await inTurn(() => attempt(work));
      } finally {
        waiting -= 1;
      }
    },
    renew() {
      const opened = driver;
      if (waiting > 0 || opened === null) return;
      driver = null;
      void end(opened).catch(() => undefined);
    },
    close: () =>
      inTurn(async () => {
        const opened = driver;
        driver = null;
        if (opened !== null) await end(opened);
      }),
  };
}

function openGivingUp(lose: () => void): { giveUp: () => void; givenUp: Promise<never> } {
  let giveUp = (): void => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => {
      lose();
      reject(new GaveUp());
    };
  });
  return { giveUp: () => giveUp(), givenUp };
}
