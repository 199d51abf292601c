import { INGEST_IN_FLIGHT_BYTES_MAX, INGEST_IN_FLIGHT_CALLS_MAX } from '../limits.js';

/** The one bound on ingest calls that are being read or wait for their commit. */
export class Admission {
  #callCount = 0;
  #byteCount = 0;

  /** Admits a call, or refuses it because too many are under way. */
  openCall(): boolean {
    if (this.#callCount >= INGEST_IN_FLIGHT_CALLS_MAX) return false;
    this.#callCount += 1;
    return true;
  }

  /** Admits more bytes of an open call. */
  addBytes(byteCount: number): boolean {
    if (this.#byteCount + byteCount > INGEST_IN_FLIGHT_BYTES_MAX) return false;
    this.#byteCount += byteCount;
    return true;
  }

  /** Gives back a call and all bytes admitted for it. */
  closeCall(byteCount: number): void {
    this.#callCount -= 1;
    this.#byteCount -= byteCount;
  }

  get callCount(): number {
    return this.#callCount;
  }
}
