import { useState } from 'react';
import { STATS_BACK_MS } from '../../../schemas/limits.ts';
import { TIME_RANGES } from '../../../schemas/words.ts';
import { useFacets, useTimeStats } from '../api/queries.ts';
import { FacetsCard } from '../facets/facets-card.tsx';
import { TimeDialog } from '../filters/time-dialog.tsx';
import { useProject } from '../router/project.ts';
import { type ChosenTime, choosePreset, chooseSpan, RANGE_MS, useTime } from '../router/time-range.ts';
import { Button } from '../ui/button.tsx';
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
  return (
    <Page title="Overview" aside={<TimeChoice time={time} />}>
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

/** A preset, or a time of one's own, as far back as the daemon counts. */
function TimeChoice({ time: { preset, span } }: { readonly time: ChosenTime }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="overview-time">
      <Segments label="Time range" value={span === null ? preset : null} options={RANGES} onChange={choosePreset} />
      <Button kind={span === null ? 'quiet' : 'plain'} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Custom …
      </Button>
      {isOpen && (
        <TimeDialog
          span={span ?? { fromMs: Date.now() - RANGE_MS[preset], toMs: Date.now() }}
          earliestMs={Date.now() - STATS_BACK_MS}
          onChoose={chooseSpan}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
