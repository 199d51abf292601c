import './gauges.css';

const RADIUS = 15;
const AROUND = 2 * Math.PI * RADIUS;
/** From here on up a share of good requests counts as good, and from the second as bearable. */
const GOOD_MIN = 99;
const FAIR_MIN = 95;

/** A share of good requests as a ring. */
export function HealthRing({ score }: { readonly score: number }) {
  const tone = score >= GOOD_MIN ? 'good' : score >= FAIR_MIN ? 'fair' : 'bad';
  return (
    <svg className="ring" data-tone={tone} viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
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

/** A share of a whole, 0 to 1, as a bar. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <span className="share">
      <span className="share-text num">{toPercent(share)} of all</span>
      <span className="share-track" aria-hidden="true">
        <span className="share-value" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
    </span>
  );
}

function toPercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}
