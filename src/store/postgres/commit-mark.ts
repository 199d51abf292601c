// How far the server's log was when this daemon last committed, for who reads from a standby. The writer thread notes it, and the
// reader thread looks; what was noted before a commit is acknowledged is there for whoever has heard of it.

/** As the bytes of the log; past every one of them when it is not known. */
export interface CommitMark {
  readonly position: number;
  note(position: number): void;
  /** Until it is noted again, no standby is known to have come so far. */
  lose(): void;
}

const UNKNOWN = Number.MAX_SAFE_INTEGER;

/** The memory that both threads are given. */
export function makeCommitMemory(): BigInt64Array<SharedArrayBuffer> {
  return new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
}

export function openCommitMark(memory: BigInt64Array<SharedArrayBuffer>): CommitMark {
  const note = (position: number): void => void Atomics.store(memory, 0, BigInt(position));
  return {
    get position() {
      return Number(Atomics.load(memory, 0));
    },
    note,
    lose: () => note(UNKNOWN),
  };
}
