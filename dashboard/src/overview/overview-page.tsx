import { TIME_RANGES } from '../../../schemas/words.ts';
import { useFacets, useTimeStats } from '../api/queries.ts';
import { FacetsCard } from '../facets/facets-card.tsx';
import { TimeChoice } from '../filters/time-choice.tsx';
import { useProject } from '../router/project.ts';
import { choosePreset, chooseSpan, spanOf, useTime } from '../router/time-range.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { AttentionList } from './attention-list.tsx';
import { Breakdown } from './breakdown.tsx';
import { ErrorsOverTime } from './errors-over-time.tsx';
import { LiveStream } from './live-stream.tsx';
import './overview.css';
import { Tiles } from './tiles.tsx';
import { TopErrors } from './top-errors.tsx';

/** What broke, since when, how often. */
export function OverviewPage() {
  const projectId = useProject();
  const time = useTime();
  const { preset, span } = time;
  const { data: stats, error, refetch } = useTimeStats(projectId, time);
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
  const choice = (
    <TimeChoice
      label="Time range"
      presets={TIME_RANGES}
      preset={span === null ? preset : null}
      toSpan={() => spanOf(time)}
      onPreset={choosePreset}
      onSpan={chooseSpan}
    />
  );
  return (
    <Page title="Overview" aside={choice}>
      <div className="overview">
        <Tiles projectId={projectId} time={time} />
        <ErrorsOverTime projectId={projectId} time={time} />
        <div className="overview-column">
          <AttentionList projectId={projectId} preset={preset} span={span} />
          <TopErrors stats={stats} time={time} />
        </div>
        <div className="overview-column">
          <LiveStream projectId={projectId} />
          <Breakdown projectId={projectId} time={time} />
          <FacetsCard title="Affected, of all stored events" facets={facets} />
        </div>
      </div>
    </Page>
  );
}
