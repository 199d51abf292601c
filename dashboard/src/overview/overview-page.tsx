import { TIME_RANGES } from '../../../schemas/words.ts';
import { useFacets, useStats } from '../api/queries.ts';
import { FacetsCard } from '../facets/facets-card.tsx';
import { useProject } from '../router/project.ts';
import { choosePreset, useTime } from '../router/time-range.ts';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { ErrorState } from '../ui/states.tsx';
import { AttentionList } from './attention-list.tsx';
import { Breakdown } from './breakdown.tsx';
import { ErrorsOverTime } from './errors-over-time.tsx';
import { LiveStream } from './live-stream.tsx';
import './overview.css';
import { Tiles } from './tiles.tsx';
import { TopErrors } from './top-errors.tsx';

const RANGES = TIME_RANGES.map((range) => ({ value: range, label: range }));

/** What broke, since when, how often. */
export function OverviewPage() {
  const projectId = useProject();
  const { preset, span } = useTime();
  const { data: stats, error, refetch } = useStats(projectId, preset);
  const { data: facets } = useFacets(projectId);
  if (stats === undefined && error !== null) {
    return (
      <Page title="Overview">
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      </Page>
    );
  }
  return (
    <Page
      title="Overview"
      aside={<Segments label="Time range" value={preset} options={RANGES} onChange={choosePreset} />}
    >
      <div className="overview">
        <Tiles projectId={projectId} />
        <ErrorsOverTime projectId={projectId} preset={preset} span={span} />
        <div className="overview-column">
          <AttentionList projectId={projectId} preset={preset} span={span} />
          <TopErrors stats={stats} />
        </div>
        <div className="overview-column">
          <LiveStream projectId={projectId} />
          <Breakdown projectId={projectId} preset={preset} span={span} />
          <FacetsCard title="Affected, of all stored events" facets={facets} />
        </div>
      </div>
    </Page>
  );
}
