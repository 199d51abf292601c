import { useState } from 'react';
import { useLatest } from '../api/queries.ts';
import { arrivals, arrivalsPerSecond } from '../feed/arrivals.ts';
import { Link } from '../router/link.tsx';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { toCount } from '../ui/format.ts';
import { toHeadline } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import { errorItem, logItem, requestItem, type StreamItem, toStreamItem } from './stream-items.ts';
import { toStream } from './to-stream.ts';
import './live-stream.css';

const SHOWN = 9;
const LINE_HEIGHT = 26;

/** What arrives, as it arrives. It stands still while it is paused or pointed at; nothing is lost by that but the sight. */
export function LiveStream({ projectId }: { readonly projectId: string | null }) {
  const items = useStreamItems(projectId);
  const [paused, setPaused] = useState<readonly StreamItem[] | null>(null);
  const [pointedAt, setPointedAt] = useState<readonly StreamItem[] | null>(null);
  const shown = paused ?? pointedAt ?? items;
  return (
    <section className="card stream" aria-labelledby="stream-title">
      <header className="card-head">
        <h2 id="stream-title">Live</h2>
        <ArrivalRate />
        <Button
          kind="quiet"
          square
          aria-pressed={paused !== null}
          aria-label="Pause"
          title={paused === null ? 'Pause' : 'Go on'}
          onClick={() => setPaused(paused === null ? items : null)}
        >
          <Icon name={paused === null ? 'pause' : 'chevronRight'} />
        </Button>
      </header>
      {shown === null && <SkeletonLines count={SHOWN} height={LINE_HEIGHT} />}
      {shown?.length === 0 && <p className="breakdown-none">Waiting for the first event, request or log</p>}
      <ol onPointerEnter={() => setPointedAt(items)} onPointerLeave={() => setPointedAt(null)}>
        {shown?.map((item) => (
          <li key={item.key} className="stream-item" data-fresh={item.isFresh || undefined}>
            <StreamLine item={item} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says so when more arrives than is shown. */
function ArrivalRate() {
  const perSecond = useStore(arrivalsPerSecond);
  if (perSecond <= SHOWN) return null;
  return (
    <span className="stream-rate num" title="The stream shows the newest of them">
      {toCount(perSecond)} a second, the newest shown
    </span>
  );
}

function StreamLine({ item: { to, at, kind, tone, text } }: { readonly item: StreamItem }) {
  return (
    <Link to={to} className="stream-line">
      <span className="stream-kind" data-tone={tone}>
        {kind}
      </span>
      <span className="stream-text" dir="auto">
        {toHeadline(text, 160)}
      </span>
      <RelativeTime at={at} suffix="" />
    </Link>
  );
}

/** Null until it is known what came before the page was opened. */
function useStreamItems(projectId: string | null): readonly StreamItem[] | null {
  const came = useStore(arrivals);
  const [{ data: errors }, { data: requests }, { data: logs }] = useLatest(projectId);
  if (came.length === 0 && (errors === undefined || requests === undefined || logs === undefined)) return null;
  const earlier = [
    ...(errors?.errors ?? []).map((group) => errorItem(group)),
    ...(requests?.requests ?? []).map(requestItem),
    ...(logs?.logs ?? []).map(logItem),
  ];
  earlier.sort((a, b) => (a.at < b.at ? 1 : -1));
  return toStream(came.flatMap(toStreamItem), earlier).slice(0, SHOWN);
}
