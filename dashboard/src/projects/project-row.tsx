import type { Project } from '../../../schemas/stats.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toAmount, toCount, toShortCount } from '../ui/format.ts';
import { HealthRing } from '../ui/gauges.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { ProjectSummary, SummaryRead } from './use-project-summaries.ts';

interface ProjectRowProps {
  readonly project: Project;
  readonly summary: SummaryRead;
  /** The most errors that a project in the list has. */
  readonly errorsMax: number;
  readonly isChosen: boolean;
}

/** One project; leads to its overview. */
export function ProjectRow({ project, summary, errorsMax, isChosen }: ProjectRowProps) {
  return (
    <li className="project-row" data-chosen={isChosen || undefined}>
      <Link
        to={toPage('/', { project: project.name })}
        className="project-link"
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className="project-main">
          <span className="project-title">
            <span className="project-text">{toVisible(project.name)}</span>
            {isChosen && <span className="badge">chosen</span>}
          </span>
          <span className="project-since">
            first seen <RelativeTime at={project.createdAt} />
          </span>
        </span>
        {summary === null && <Reading />}
        {summary === 'failed' && <span className="project-reading project-none">could not be read</span>}
        {summary !== null && summary !== 'failed' && <Figures summary={summary} errorsMax={errorsMax} />}
      </Link>
    </li>
  );
}

function Reading() {
  return (
    <span className="project-reading" role="status" aria-label="Loading">
      <Skeleton width="60%" />
    </span>
  );
}

function Figures({ summary, errorsMax }: { readonly summary: ProjectSummary; readonly errorsMax: number }) {
  const { stats, openCount, requestCount, logCount, lastSeen } = summary;
  const { errorsLast24h, healthScore, totalRequests } = stats;
  return (
    <>
      <span className="project-health">
        {totalRequests > 0 ? (
          <>
            <HealthRing score={healthScore} />
            <span className="num" title={`${toAmount(totalRequests, 'request')} in the last 24 hours`}>
              {healthScore}%<span className="visually-hidden"> of requests are well</span>
            </span>
          </>
        ) : (
          <span className="project-none">no requests</span>
        )}
      </span>
      <span className="project-errors">
        <span className="project-bar" aria-hidden="true">
          <span style={{ width: `${errorsMax === 0 ? 0 : (errorsLast24h / errorsMax) * 100}%` }} />
        </span>
        <span className="num" title={`${toAmount(errorsLast24h, 'error')} in the last 24 hours`}>
          <strong>{toShortCount(errorsLast24h)}</strong>
          <span className="visually-hidden"> errors in the last 24 hours</span>
        </span>
      </span>
      <span className="project-trend">
        <Sparkline
          values={stats.errorsOverTime.map(({ count }) => count)}
          label="Errors per hour over the last 24 hours"
        />
      </span>
      <Count count={openCount} word="open error" isBad={openCount > 0} />
      <Count count={requestCount} word="request" />
      <Count count={logCount} word="log" />
      <span className="project-last num">{lastSeen === null ? 'nothing kept' : <RelativeTime at={lastSeen} />}</span>
    </>
  );
}

interface CountProps {
  readonly count: number;
  readonly word: string;
  readonly isBad?: boolean;
}

function Count({ count, word, isBad = false }: CountProps) {
  return (
    <span className="project-count num" data-bad={isBad || undefined} title={toAmount(count, word)}>
      {toShortCount(count)}
      <span className="project-word"> {toAmount(count, word).replace(`${toCount(count)} `, '')}</span>
    </span>
  );
}
