import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { lock } from '../api/lock.ts';
import { queryClient } from '../api/query-client.ts';
import { useFeed } from '../feed/feed.ts';
import { useIsFirstRun } from '../first-run/use-first-run.ts';
import { useErrorNotifications } from '../notifications/use-error-notifications.ts';
import { Link } from '../router/link.tsx';
import { usePlace } from '../router/location.ts';
import { toPage, useProject } from '../router/project.ts';
import { useStore } from '../store.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { ToastStack } from '../ui/toast-stack.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LockScreen } from './lock-screen.tsx';
import { matchPage, PAGES } from './pages.ts';
import { Shell } from './shell.tsx';
import { useTabTitle } from './tab-title.ts';

const FirstRunPage = lazy(async () => ({ default: (await import('../first-run/first-run-page.tsx')).FirstRunPage }));

/** The dashboard. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Dashboard />
      <ToastStack />
    </QueryClientProvider>
  );
}

function Dashboard() {
  const { path } = usePlace();
  const isLocked = useStore(lock);
  const match = matchPage(path);
  const isFirstRun = useIsFirstRun(path === '/');
  useFeed(useProject());
  useTabTitle(match?.page.title ?? 'Not found');
  useErrorNotifications();
  useEffect(loadOtherPages, []);
  if (isLocked) return <LockScreen />;
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

/** The other pages come while nothing else is to be done, so that going to one takes no time. */
function loadOtherPages(): () => void {
  const timer = window.setTimeout(() => {
    for (const { load } of PAGES) void load();
  }, 1500);
  return () => window.clearTimeout(timer);
}
