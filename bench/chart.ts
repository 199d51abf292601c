// Line charts as SVG, by hand: a picture of a few lines needs no library.

export interface Series {
  readonly name: string;
  /** Points of x and y. */
  readonly points: readonly (readonly [number, number])[];
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Powers of ten at even distances; for values that grow by factors. */
  readonly isLogarithmic: boolean;
  readonly series: readonly Series[];
}

const WIDTH = 760;
const PLOT = { left: 70, top: 40, right: 520, bottom: 340 } as const;
const COLORS = [
  '#2563eb',
  '#dc2626',
  '#059669',
  '#d97706',
  '#7c3aed',
  '#0891b2',
  '#be185d',
  '#4d7c0f',
  '#334155',
] as const;
const DASHES = ['', '6 3', '2 3'] as const;
const LINE_PX = 16;
const TICKS = 5;

/** A chart that reads on light and on dark pages. */
export function toLineChart(options: ChartOptions): string {
  const { title, xLabel, yLabel, series } = options;
  const points = series.flatMap((one) => one.points);
  const x = openScale(
    points.map(([value]) => value),
    { from: PLOT.left, to: PLOT.right, isLogarithmic: options.isLogarithmic },
  );
  const y = openScale(
    points.map(([, value]) => value),
    { from: PLOT.bottom, to: PLOT.top, isLogarithmic: options.isLogarithmic },
  );
  const height = Math.max(PLOT.bottom + 50, PLOT.top + series.length * LINE_PX + 20);
  const parts = [
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(PLOT.left, 22, title, 'font-weight="bold" font-size="14"'),
    ...x.ticks.map(
      (value) =>
        `<path d="M${x.at(value)} ${PLOT.top}V${PLOT.bottom}" stroke="#e2e8f0"/>` +
        text(x.at(value), PLOT.bottom + 16, toTick(value), 'text-anchor="middle"'),
    ),
    ...y.ticks.map(
      (value) =>
        `<path d="M${PLOT.left} ${y.at(value)}H${PLOT.right}" stroke="#e2e8f0"/>` +
        text(PLOT.left - 6, y.at(value) + 4, toTick(value), 'text-anchor="end"'),
    ),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 36, xLabel, 'text-anchor="middle"'),
    text(PLOT.left, PLOT.top - 6, yLabel, ''),
    ...series.flatMap((one, index) => toLine(one, index, { x, y })),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">\n${parts.join('\n')}\n</svg>\n`;
}

interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

function openScale(
  values: readonly number[],
  { from, to, isLogarithmic }: { from: number; to: number; isLogarithmic: boolean },
): Scale {
  const positive = values.filter((value) => value > 0);
  // Not spread over the arguments of a call: there may be more values than a call takes.
  const max = positive.reduce((one, other) => Math.max(one, other), 0) || 1;
  const min = isLogarithmic ? positive.reduce((one, other) => Math.min(one, other), max) : 0;
  const low = isLogarithmic ? Math.floor(Math.log10(min)) : 0;
  const high = isLogarithmic ? Math.max(low + 1, Math.ceil(Math.log10(max))) : max;
  const at = (value: number): number => {
    const place = isLogarithmic ? Math.log10(Math.max(value, 10 ** low)) : value;
    return Math.round((from + ((place - low) / (high - low)) * (to - from)) * 10) / 10;
  };
  const ticks = isLogarithmic
    ? Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
    : Array.from({ length: TICKS + 1 }, (_, index) => (max * index) / TICKS);
  return { at, ticks };
}

function toLine({ name, points }: Series, index: number, { x, y }: { x: Scale; y: Scale }): string[] {
  const color = COLORS[index % COLORS.length] ?? COLORS[0];
  const dash = DASHES[Math.floor(index / COLORS.length) % DASHES.length] ?? '';
  const style = `fill="none" stroke="${color}" stroke-width="1.5" stroke-dasharray="${dash}"`;
  const path = points.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${x.at(px)} ${y.at(py)}`).join('');
  const legendY = PLOT.top + index * LINE_PX;
  return [
    `<path d="${path}" ${style}/>`,
    `<path d="M${PLOT.right + 14} ${legendY}h20" ${style}/>`,
    text(PLOT.right + 40, legendY + 4, name, ''),
  ];
}

function text(...[x, y, content, attributes]: readonly [number, number, string, string]): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="#334155" ${attributes}>${safe}</text>`;
}

function toTick(value: number): string {
  if (value >= 1e6) return `${Math.round(value / 1e5) / 10}M`;
  if (value >= 1e4) return `${Math.round(value / 1e3)}k`;
  return String(Math.round(value * 1000) / 1000);
}
