import type { Severity, Status } from '../../../schemas/common.ts';

/** The colour of a severity, with its name for who does not see it. */
export function SeverityDot({ severity }: { readonly severity: Severity }) {
  return (
    <span className="severity-dot" data-severity={severity} title={severity}>
      <span className="visually-hidden">{severity}</span>
    </span>
  );
}

/** A severity in words. */
export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return (
    <span className="badge" data-severity={severity}>
      {severity}
    </span>
  );
}

/** A status in words. */
export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span className="badge" data-status={status}>
      {status}
    </span>
  );
}
