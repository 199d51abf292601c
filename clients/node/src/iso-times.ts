const MS_PER_S = 1000;

/** Writes times as `Date.prototype.toISOString` does; those of one second in a row for the price of one. */
export class IsoTimes {
  #second = Number.NaN;
  #start = '';

  toIso(ms: number): string {
    const second = Math.floor(ms / MS_PER_S);
    if (second !== this.#second) {
      this.#start = new Date(second * MS_PER_S).toISOString().slice(0, -'000Z'.length);
      this.#second = second;
    }
    return `${this.#start}${String(ms - second * MS_PER_S).padStart(3, '0')}Z`;
  }
}
