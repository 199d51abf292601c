import { Page } from '../ui/page.tsx';

/** One error group. */
export function ErrorDetailPage({ id }: { readonly id: string }) {
  return <Page title={id}>{null}</Page>;
}
