import './gauges.css';

const RADIUS = 15;
const AROUND = 2 * Math.PI * RADIUS;
const STRIP_WIDTH = 96;
const STRIP_HEIGHT = 28;
const GAP = 1;
/** From here on up a share of good requests counts as good, and from the second as bearable. */
const GOOD_MIN = 99;
const FAIR_MIN = 95;

/** A share of good requests as a ring. */
export function HealthRing({ score }: { readonly score: number }) {
  return (
    <svg className="ring" data-tone={toTone(score)} viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <circle className="ring-track" cx="18" cy="18" r={RADIUS} />
      <circle
        className="ring-value"
        cx="18"
        cy="18"
        r={RADIUS}
        strokeDasharray={`${(score / 100) * AROUND} ${AROUND}`}
        transform="rotate(-90 18 18)"
      />
    </svg>
  );
}

interface HealthStripProps {
  /** Percent of good requests by bucket, oldest first; null where there was no request. */
  readonly scores: readonly (number | null)[];
  readonly label: string;
}

/** How good each hour was, as one mark per hour. */
export function HealthStrip({ scores, label }: HealthStripProps) {
  const step = STRIP_WIDTH / Math.max(1, scores.length);
  return (
    <svg
      className="health-strip"
      viewBox={`0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`}
      width={STRIP_WIDTH}
      height={STRIP_HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {scores.map((score, index) => (
        <rect
          key={index}
          data-tone={score === null ? 'none' : toTone(score)}
          x={index * step}
          width={step - GAP}
          height={STRIP_HEIGHT}
          rx={1}
        />
      ))}
    </svg>
  );
}

function toTone(score: number): 'good' | 'fair' | 'bad' {
  if (score >= GOOD_MIN) return 'good';
  return score >= FAIR_MIN ? 'fair' : 'bad';
}
