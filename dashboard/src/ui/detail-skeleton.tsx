import { Skeleton, SkeletonRows } from './states.tsx';

/** The page of one record, in outline. */
export function DetailSkeleton() {
  return (
    <div className="detail" aria-busy="true">
      <div className="detail-head">
        <h1 className="visually-hidden">Loading …</h1>
        <Skeleton width="8rem" />
        <Skeleton width="60%" height="1.6rem" />
        <Skeleton width="14rem" height="1.2rem" />
      </div>
      <div className="detail-columns">
        <div className="detail-main card">
          <SkeletonRows count={7} height={56} />
        </div>
        <div className="detail-side card">
          <SkeletonRows count={4} height={56} />
        </div>
      </div>
    </div>
  );
}
