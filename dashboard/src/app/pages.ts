import type { ComponentType } from 'react';
import { readErrorsAhead } from '../error-list/read-ahead.ts';
import type { IconName } from '../ui/icon.tsx';
import { type LateCode, openLateCode } from './late-code.ts';

interface PageProps {
  /** What stands for `:id` in the address. */
  readonly id: string;
}

export interface Page extends LateCode<PageProps> {
  /** Its address; a part in it that begins with `:` stands for anything. */
  readonly path: string;
  readonly title: string;
  /** Absent for pages that are reached from others. */
  readonly nav?: { readonly icon: IconName; readonly key: string };
  /** Reads the first rows, as soon as it is known that they may be read: they come beside the page's code. */
  readonly readAhead?: () => Promise<void>;
}

function toPage(
  facts: Omit<Page, keyof LateCode<PageProps>>,
  fetchCode: () => Promise<ComponentType<PageProps>>,
): Page {
  return { ...facts, ...openLateCode(fetchCode) };
}

/** Every page. A new one needs a line here and a folder of its own. */
export const PAGES: readonly Page[] = [
  toPage(
    { path: '/', title: 'Overview', nav: { icon: 'overview', key: 'o' } },
    async () => (await import('../overview/overview-page.tsx')).OverviewPage,
  ),
  toPage(
    {
      path: '/errors',
      title: 'Errors',
      nav: { icon: 'errors', key: 'e' },
      readAhead: readErrorsAhead,
    },
    async () => (await import('../errors/errors-page.tsx')).ErrorsPage,
  ),
  toPage(
    { path: '/errors/:id', title: 'Error' },
    async () => (await import('../error-detail/error-detail-page.tsx')).ErrorDetailPage,
  ),
  toPage(
    { path: '/requests', title: 'Requests', nav: { icon: 'requests', key: 'r' } },
    async () => (await import('../requests/requests-page.tsx')).RequestsPage,
  ),
  toPage(
    { path: '/requests/:id', title: 'Request' },
    async () => (await import('../requests/detail/request-detail-page.tsx')).RequestDetailPage,
  ),
  toPage(
    { path: '/logs', title: 'Logs', nav: { icon: 'logs', key: 'l' } },
    async () => (await import('../logs/logs-page.tsx')).LogsPage,
  ),
  toPage(
    { path: '/releases', title: 'Releases', nav: { icon: 'releases', key: 'v' } },
    async () => (await import('../releases/releases-page.tsx')).ReleasesPage,
  ),
  toPage(
    { path: '/releases/:name', title: 'Release' },
    async () => (await import('../releases/release-page.tsx')).ReleasePage,
  ),
  toPage(
    { path: '/projects', title: 'Projects', nav: { icon: 'projects', key: 'p' } },
    async () => (await import('../projects/projects-page.tsx')).ProjectsPage,
  ),
  toPage(
    { path: '/settings', title: 'Settings', nav: { icon: 'settings', key: 's' } },
    async () => (await import('../settings/settings-page.tsx')).SettingsPage,
  ),
  toPage({ path: '/audit', title: 'Audit' }, async () => (await import('../audit/audit-page.tsx')).AuditPage),
];

/** What asks for a key. */
export const LOGIN_PAGE = openLateCode(async () => (await import('../login/login-page.tsx')).LoginPage);

export interface PageMatch {
  readonly page: Page;
  /** What stands for `:id`; empty when the path has none. */
  readonly id: string;
}

/** The page at a path; null when there is none. */
export function matchPage(path: string): PageMatch | null {
  const parts = toParts(path);
  for (const page of PAGES) {
    const wanted = toParts(page.path);
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    const index = wanted.findIndex((part) => part.startsWith(':'));
    return { page, id: decode(parts[index] ?? '') };
  }
  return null;
}

function toParts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Somebody's own escape sequence: as it is, it will be an id that is not there.
    return part;
  }
}
