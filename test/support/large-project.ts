// A project as a team has after some months: 5,000 errors, of several releases, browsers and tenants, and two that stand out.

import assert from 'node:assert/strict';
import type { EventPayload } from '../../schemas/event.js';
import { anEvent } from './events.js';
import type { SharedDaemon } from './shared-daemon.js';
import { times } from './store-harness.js';
import { toWord } from './words.js';

export const CROWD = 5000;
/** Events of the one that has most; each of another user. */
const STUCK_EVENTS = 6000;
/** Events of the one that is of one browser; each of another user. */
const BLANK_EVENTS = 1000;

export const STUCK = 'the checkout is stuck';
export const BLANK = 'the page stays blank';

const BATCH_EVENTS = 1000;
const HOUR_MS = 3_600_000;

export interface LargeProject {
  readonly projectId: string;
  send(events: readonly Partial<EventPayload>[]): Promise<void>;
  /** The id of the only group with this message. */
  idOf(message: string): Promise<string>;
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
/** The message of one of the crowd. */
export const messageOf = (index: number): string => `the ${toWord(index)} part broke`;

/** An event of one of the crowd: by its number, so that what a filter leaves can be told. The first is the newest. */
export function toCrowdEvent(index: number): Partial<EventPayload> {
  const isNewest = index < CROWD / 10;
  return {
    message: messageOf(index),
    type: index % 5 === 0 ? 'RangeError' : 'TypeError',
    severity: index % 50 === 0 ? 'warning' : 'error',
    timestamp: ago(3 * HOUR_MS + index * 1000),
    release: isNewest ? 'shop@2.1.0' : 'shop@2.0.0',
    stackFrames: [
      { filename: `/srv/shop/src/part-${index % 100}.ts`, function: 'build', lineno: (index % 90) + 1, inApp: true },
    ],
    environment: { name: 'production', browser: index % 8 === 0 ? 'Safari 17.4' : 'Chrome 130.0' },
    tags: { tenant: index % 4 === 0 ? 'north' : 'south' },
    user: { id: `of the crowd ${index}` },
  };
}

function toStuckEvent(index: number): Partial<EventPayload> {
  return {
    message: STUCK,
    type: 'TimeoutError',
    severity: 'fatal',
    release: 'shop@2.1.0',
    timestamp: ago(2 * HOUR_MS + index * 100),
    environment: { name: 'production', browser: 'Chrome 130.0' },
    request: { method: 'POST', url: `/checkout/${index}` },
    user: { id: `stuck ${index}` },
  };
}

/** 98 of 100 of one browser. */
function toBlankEvent(index: number): Partial<EventPayload> {
  return {
    message: BLANK,
    source: 'frontend',
    release: 'shop@2.0.0',
    timestamp: ago(4 * HOUR_MS + index * 100),
    environment: { name: 'production', browser: index % 50 === 0 ? 'Chrome 130.0' : 'Safari 17.4' },
    user: { id: `blank ${index}` },
  };
}

/** Sends all of it to a project of the daemon that has nothing else. */
export async function makeLargeProject(daemon: SharedDaemon): Promise<LargeProject> {
  const projectId = daemon.newProject();
  const send = async (events: readonly Partial<EventPayload>[]): Promise<void> => {
    for (let from = 0; from < events.length; from += BATCH_EVENTS) {
      const batch = events.slice(from, from + BATCH_EVENTS).map((event) => anEvent({ projectId, ...event }));
      assert.equal((await daemon.post('/api/events/batch', batch)).status, 201);
    }
  };
  await send([
    ...times(CROWD, toCrowdEvent),
    ...times(BLANK_EVENTS, toBlankEvent),
    ...times(STUCK_EVENTS, toStuckEvent),
  ]);
  return {
    projectId,
    send,
    async idOf(message) {
      const query = new URLSearchParams({ projectId, search: message });
      const { body } = await daemon.get<{ errors: { id: string; message: string }[] }>(
        `/api/errors?${query.toString()}`,
      );
      const found = body.errors.filter((group) => group.message === message);
      assert.equal(found.length, 1, message);
      return found[0]?.id ?? '';
    },
  };
}
