import type { CorrelatedError } from '../../correlation/use-correlated-errors.ts';
import { Link } from '../../router/link.tsx';
import { toPage } from '../../router/project.ts';
import { toHeadline, toOneLine } from '../../ui/hostile-text.ts';
import { Icon } from '../../ui/icon.tsx';

/** The address of the event, or of its group when the event is not known. */
export function toErrorHref({ group, seq }: CorrelatedError): string {
  return toPage(`/errors/${encodeURIComponent(group.id)}`, seq === null ? {} : { event: String(seq) });
}

/** The way to what went wrong, before anything else is read. */
export function ErrorBanner({ error }: { readonly error: CorrelatedError }) {
  const { group, event } = error;
  return (
    <Link to={toErrorHref(error)} className="error-banner" title="Open the error (e)">
      <Icon name="errors" />
      <span className="error-banner-text">
        <strong>{toOneLine(event?.type ?? group.type)}</strong> {toHeadline(event?.message ?? group.message)}
      </span>
      <span className="error-banner-go">
        Open the error <kbd className="key">e</kbd>
      </span>
    </Link>
  );
}
