// The text format that Prometheus reads. Pure.
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** One metric with all its samples. A histogram's samples come from `Histogram`. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

/** The text of the families, each with its help and type. */
export function toExposition(families: readonly (MetricFamily | Histogram)[]): string {
  return families.map((family) => (family instanceof Histogram ? family.toText() : toText(family))).join('');
}

/** Counts values by the bounds that they do not exceed. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds` in ascending order. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const index = this.#bounds.findIndex((bound) => value <= bound);
    if (index >= 0) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  toText(): string {
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return toLine(`${this.#name}_bucket`, { le: String(bound) }, below);
    });
    return [
      toHead(this.#name, this.#help, 'histogram'),
      ...buckets,
      toLine(`${this.#name}_bucket`, { le: '+Inf' }, this.#count),
      toLine(`${this.#name}_sum`, {}, this.#sum),
      toLine(`${this.#name}_count`, {}, this.#count),
    ].join('');
  }
}

function toText({ name, help, type, samples }: MetricFamily): string {
  return toHead(name, help, type) + samples.map(({ labels, value }) => toLine(name, labels ?? {}, value)).join('');
}

function toHead(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function toLine(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

/** What a sender chose must not end the text or the line. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
