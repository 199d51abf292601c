import './sparkline.css';

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** What it shows, for screen readers and on hover. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  /** What is counted: errors, or what is neither good nor bad. */
  readonly tone?: 'bad' | 'neutral';
}

const GAP = 1.5;

/** Small bars without axes: the shape of a count over time. */
export function Sparkline({ values, label, width = 96, height = 24, tone = 'bad' }: SparklineProps) {
  const max = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg
      className="sparkline"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
    >
      <title>{label}</title>
      {values.map((value, index) => {
        const barHeight = value === 0 ? 1.5 : Math.max(2.5, (value / max) * height);
        return (
          <rect
            key={index}
            data-kind={value === 0 ? 'none' : 'some'}
            x={index * step}
            y={height - barHeight}
            width={Math.max(1, step - GAP)}
            height={barHeight}
            rx={0.75}
          />
        );
      })}
    </svg>
  );
}
