import { Page } from '../ui/page.tsx';

/** Errors. */
export function ErrorsPage() {
  return <Page title="Errors">{null}</Page>;
}
