import { Skeleton } from '../ui/states.tsx';

const ROWS = 24;

/** Rows that are being read, at the end of the list as the first ones will be. */
export function LogSkeleton({ rowHeight }: { readonly rowHeight: number }) {
  return (
    <div className="log-skeleton" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} style={{ height: rowHeight }}>
          <Skeleton width="5.5rem" height="0.7rem" />
          <Skeleton width={`${24 + ((index * 29) % 58)}%`} height="0.7rem" />
        </div>
      ))}
    </div>
  );
}
