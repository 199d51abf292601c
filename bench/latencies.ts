/** Milliseconds, to a thousandth. */
export interface LatencySummary {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Every latency is kept and the percentiles are exact: a run has few million of them. */
export class Latencies {
  #values = new Float64Array(4096);
  #count = 0;

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const grown = new Float64Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#count++] = ms;
  }

  get count(): number {
    return this.#count;
  }

  /** All zeros when there is none. */
  summary(): LatencySummary {
    const sorted = this.#values.slice(0, this.#count).sort();
    const at = (share: number): number => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
    const mean = round(sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length));
    return { count: sorted.length, mean, p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1) };
  }

  clear(): void {
    this.#count = 0;
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
