import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import type { Session } from '../../../schemas/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetAll, isLocked, useSession } from '../api/session.ts';
import { useFeed } from '../feed/feed.ts';
import { useIsFirstRun } from '../first-run/use-first-run.ts';
import { useErrorNotifications } from '../notifications/use-error-notifications.ts';
import { Link } from '../router/link.tsx';
import { usePlace } from '../router/location.ts';
import { toPage, useProject } from '../router/project.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { ToastStack } from '../ui/toast-stack.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadOtherPages } from './load-other-pages.ts';
import { LOGIN_PAGE, matchPage } from './pages.ts';
import { Shell } from './shell.tsx';
import { useTabTitle } from './tab-title.ts';

const FirstRunPage = lazy(async () => ({ default: (await import('../first-run/first-run-page.tsx')).FirstRunPage }));

const LOGIN_PATH = '/login';

/** The dashboard. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate />
      <ToastStack />
    </QueryClientProvider>
  );
}

/** The page, or what asks for a key. A daemon that is slow, or does not answer, is told of by the page. */
function Gate() {
  const { path } = usePlace();
  const { data: session } = useSession();
  const isShut = isLocked(session);
  useEffect(() => {
    if (isShut) forgetAll();
  }, [isShut]);
  if (isShut || path === LOGIN_PATH) {
    return (
      <Suspense fallback={null}>
        <Login session={session} />
      </Suspense>
    );
  }
  return <Dashboard />;
}

function Login({ session }: { readonly session: Session | undefined }) {
  useTabTitle('Log in');
  return <LOGIN_PAGE.Content session={session} isAsked={usePlace().path === LOGIN_PATH} />;
}

function Dashboard() {
  const { path } = usePlace();
  const match = matchPage(path);
  const isFirstRun = useIsFirstRun(path === '/');
  useFeed(useProject());
  useTabTitle(match?.page.title ?? 'Not found');
  useErrorNotifications();
  useEffect(loadOtherPages, []);
  return (
    <Shell current={match?.page ?? null}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<SkeletonRows count={8} height={64} />}>
          {isFirstRun && <FirstRunPage />}
          {!isFirstRun && match !== null && <match.page.Content id={match.id} />}
          {match === null && <NotFound />}
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

function NotFound() {
  return (
    <Page title="Not found">
      <EmptyState icon="search" title="There is no such page">
        The address may be mistyped, or from another version.{' '}
        <Link to={toPage('/')} className="text-link">
          To the overview
        </Link>
      </EmptyState>
    </Page>
  );
}
