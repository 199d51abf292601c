import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import type { EventRecord } from '../../schemas/event.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { BrowserFixture } from './browser.js';
import type { SharedDaemon } from './shared-daemon.js';
import type { Site } from './site.js';

/** A page that loads the client with one line of HTML, and the project that it reports to. */
export interface WatchedPage {
  readonly page: Page;
  readonly projectId: string;
  /** All events of the project, once everything that waits was delivered. */
  events(): Promise<EventRecord[]>;
  onlyEvent(): Promise<EventRecord>;
  /** The oldest first. */
  requests(): Promise<RequestRecord[]>;
}

export interface PageContents {
  /** The application: a classic script after the client. */
  readonly script?: Parameters<Site['serve']>[1];
  /** Of the client's element. */
  readonly attributes?: string;
  readonly body?: string;
  /** Before the client. */
  readonly head?: string;
  /** Whether the client is loaded with `crossorigin`; a daemon that lets no page read does not answer that. */
  readonly isCrossOrigin?: boolean;
}

interface Places {
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly daemon: SharedDaemon;
  readonly browser: BrowserFixture;
  readonly site: Site;
}

/** Opens such a page. What it writes to the console, and throws, is the test's own affair. */
export async function openWatchedPage(
  { daemon, browser, site, prepare }: Places,
  { script = '', attributes = '', body = '', head = '', isCrossOrigin = true }: PageContents,
): Promise<WatchedPage> {
  const projectId = daemon.newProject();
  site.serve('/app.js', script);
  const tag = `<script src="${daemon.url()}/errord.js" ${isCrossOrigin ? 'crossorigin' : ''} data-project-id="${projectId}" ${attributes}></script>`;
  const address = site.serve('/page', `<!doctype html>${head}${tag}<script src="/app.js"></script><body>${body}`);
  const page = await browser.open(`${address}?token=hunter2`, { mayLog: /./, ...(prepare && { prepare }) });
  const flush = async (): Promise<void> => {
    assert.equal(await page.evaluate('errord.flush(20000)'), true);
  };
  const events = async (): Promise<EventRecord[]> => {
    await flush();
    return readEvents(daemon, projectId);
  };
  return {
    page,
    projectId,
    events,
    async onlyEvent() {
      const [event, ...others] = await events();
      assert.ok(event !== undefined && others.length === 0, `there are ${others.length + 1} events`);
      return event;
    },
    async requests() {
      await flush();
      const { body: list } = await daemon.get<RequestList>(`/api/requests?projectId=${projectId}`);
      const records = list.requests.map(({ id }) => daemon.get<RequestRecord>(`/api/requests/${id}`));
      return (await Promise.all(records)).map((record) => record.body).reverse();
    },
  };
}

/** The events of all error groups of a project. */
export async function readEvents(daemon: SharedDaemon, projectId: string): Promise<EventRecord[]> {
  const groups = await daemon.errorGroups(projectId);
  const details = groups.map(({ id }) => daemon.get<ErrorGroupDetail>(`/api/errors/${id}`));
  return (await Promise.all(details)).flatMap(({ body }) => body.events);
}
