import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { Severity, Status } from '../../../schemas/words.ts';

interface SeverityDotProps {
  readonly severity: Severity;
  /** The word stands beside it otherwise. */
  readonly isNamed?: boolean;
}

/** The sign of a severity, by shape and colour, with its name for who does not see it. */
export function SeverityDot({ severity, isNamed = true }: SeverityDotProps) {
  return (
    <span className="severity-dot" data-severity={severity} title={severity}>
      {isNamed && <span className="visually-hidden">{severity}</span>}
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

/** Whether a group came back after it was resolved, and still waits for somebody. */
export function isRegressed({ status, reopenedAt }: ErrorGroup): boolean {
  return status === 'unresolved' && reopenedAt !== undefined;
}

/** Says that a group came back. */
export function RegressedBadge() {
  return (
    <span className="badge" data-tone="back" title="It was resolved, and came back">
      ↩ regressed
    </span>
  );
}

/** Whether a group has more events than usual, now or within the last hour, and waits for somebody. */
export function isLouder({ status, louder }: ErrorGroup, nowMs: number): boolean {
  return (status === 'unresolved' || status === 'acknowledged') && Date.parse(louder?.until ?? '') > nowMs;
}

/** Says how many times what is usual. */
export function LouderBadge({ group: { louder } }: { readonly group: ErrorGroup }) {
  return (
    <span className="badge" data-tone="warn" title="More events in ten minutes than usual, so many times">
      ▲ {louder?.factor}× louder
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
