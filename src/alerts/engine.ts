// The loop that decides what is told, and tells it. It asks the store, so that of several daemons each message is one's.

import type { AlertItem, AlertRule } from '../../schemas/alerts.js';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import type { Clock } from '../clock.js';
import { ALERT_SENDING_MAX, ALERT_TRIES_MAX } from '../limits.js';
import type { Logger } from '../log.js';
import type { AlertDone, AlertMessage, ChangedGroup, NewAlertMessage } from '../store/alerts.js';
import type { Store } from '../store/store.js';
import type { StoredChannel } from './channels.js';
import { findRules, needsEnvironment, toItem } from './decide.js';
import { parseSettings } from './desk.js';
import { digestAtMs, quietUntilMs } from './quiet-hours.js';
import type { Send } from './send.js';

/** Between two looks at what happened. */
const TURN_MS = 2000;
/** Longer than an attempt can take: a daemon that is gone loses no message, and one that works is not overtaken. */
const HOLD_MS = 60_000;
const FIRST_RETRY_MS = 60_000;
/** A stop does not wait longer for messages that are on their way: they are sent again by the next start. */
const STOP_WAIT_MS = 3000;

export interface AlertEngineOptions {
  readonly store: Pick<Store, 'alerts' | 'query'>;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AlertEngine {
  /** Looks now, and sends what is due; resolves when that has been tried. The timer does this every other second. */
  turn(): Promise<void>;
  stop(): Promise<void>;
}

/** Takes turns from now on. */
export function startAlerts(options: AlertEngineOptions): AlertEngine {
  const run = new AlertRun(options);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const arm = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void run.look().then(arm), TURN_MS);
    timer.unref();
  };
  arm();
  return {
    turn: async () => {
      await run.look();
      await run.settled();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await run.looked();
      let late: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        late = setTimeout(resolve, STOP_WAIT_MS);
      });
      await Promise.race([run.settled(), waited]);
      clearTimeout(late);
    },
  };
}

class AlertRun {
  readonly #options: AlertEngineOptions;
  readonly #sending = new Set<Promise<void>>();
  #sendingCount = 0;
  #looking: Promise<void> | null = null;
  #hasFailed = false;

  constructor(options: AlertEngineOptions) {
    this.#options = options;
  }

  /** One look at a time; never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => {
        this.#hasFailed = false;
      })
      .catch((error: unknown) => {
        // The store tells its own troubles; one line says that alerts wait for it.
        if (!this.#hasFailed) this.#options.log.warn({ err: error }, 'alerts wait: the store did not answer');
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async looked(): Promise<void> {
    await this.#looking;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#options;
    const nowMs = clock();
    const limit = ALERT_SENDING_MAX - this.#sendingCount;
    const { settings, changed, messages } = await store.alerts.take({ nowMs, limit, holdMs: HOLD_MS });
    const { channels, rules } = parseSettings(settings);
    this.#sendAll(messages, channels, nowMs);
    if (changed.length === 0) return;
    const decided: NewAlertMessage[] = [];
    for (const group of changed) decided.push(...(await this.#decide(group, { channels, rules, nowMs })));
    const seen = changed.flatMap((group) => group.seen);
    const leftOut = await store.alerts.finish({ nowMs, seen, messages: decided, settled: [] });
    if (leftOut > 0) this.#options.log.warn({ leftOut }, 'alerts were left out: too many wait to be sent');
    if (decided.length === 0) return;
    const rest = ALERT_SENDING_MAX - this.#sendingCount;
    const due = await store.alerts.take({ nowMs: clock(), limit: rest, holdMs: HOLD_MS });
    this.#sendAll(due.messages, channels, nowMs);
  }

  /** Each channel hears of a group once, by the first rule that names it. */
  async #decide(
    changed: ChangedGroup,
    { channels, rules, nowMs }: { channels: ReadonlyMap<string, StoredChannel>; rules: AlertRule[]; nowMs: number },
  ): Promise<NewAlertMessage[]> {
    const environment = needsEnvironment(changed, rules, nowMs) ? await this.#environmentOf(changed, nowMs) : undefined;
    const told = new Map<string, NewAlertMessage>();
    for (const rule of findRules(changed, rules, { nowMs, environment })) {
      const body = JSON.stringify(toItem(changed, rule, { nowMs, environment }));
      for (const name of rule.channels) {
        const channel = channels.get(name);
        if (channel === undefined || channel.enabled === false || told.has(name)) continue;
        const { projectKey, groupKey } = changed;
        const dueAtMs = digestAtMs(channel.digestMinutes ?? 0, nowMs);
        told.set(name, { channel: name, projectKey, groupKey, dueAtMs, body });
      }
    }
    return [...told.values()];
  }

  /** The name in the `environment` of the newest event. */
  async #environmentOf({ group }: ChangedGroup, nowMs: number): Promise<string | undefined> {
    const parameters = { page: 1, pageSize: 1 };
    const json = await this.#options.store.query({ name: 'readErrorGroup', id: group.id, parameters, nowMs });
    if (json === null) return undefined;
    const { events } = JSON.parse(Buffer.from(json).toString()) as ErrorGroupDetail;
    const name = events[0]?.environment?.name;
    return typeof name === 'string' ? name : undefined;
  }

  /** What is due for one channel goes out as one message. */
  #sendAll(messages: readonly AlertMessage[], channels: ReadonlyMap<string, StoredChannel>, nowMs: number): void {
    for (const name of new Set(messages.map(({ channel }) => channel))) {
      const own = messages.filter(({ channel }) => channel === name);
      this.#sendingCount += own.length;
      const sending = this.#sendOne(own, channels.get(name), nowMs)
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'what became of alerts could not be noted'))
        .finally(() => {
          this.#sending.delete(sending);
          this.#sendingCount -= own.length;
        });
      this.#sending.add(sending);
    }
  }

  async #sendOne(messages: readonly AlertMessage[], channel: StoredChannel | undefined, nowMs: number): Promise<void> {
    const quiet = quietUntilMs(channel?.quietHours, nowMs);
    if (channel === undefined || channel.enabled === false) await this.#settle(messages, () => null, false);
    else if (quiet !== null) await this.#settle(messages, () => quiet, false);
    else await this.#attempt(messages, channel);
  }

  async #attempt(messages: readonly AlertMessage[], channel: StoredChannel): Promise<void> {
    const { send, log, clock } = this.#options;
    const items = messages.map(({ body }) => JSON.parse(body) as AlertItem);
    const result = await send(channel, items);
    if (result.ok) {
      await this.#settle(messages, () => null, false);
      return;
    }
    const facts = { channel: channel.name, kind: channel.kind, reason: result.error, messageCount: messages.length };
    const givenUp = messages.filter(({ tries }) => tries + 1 >= ALERT_TRIES_MAX).length;
    if (givenUp > 0) log.warn({ ...facts, givenUp }, 'alerts were given up');
    else log.warn(facts, 'alerts were not sent; they are tried again');
    await this.#settle(messages, ({ tries }) => toRetryMs(tries, clock()), true);
  }

  async #settle(
    messages: readonly AlertMessage[],
    toRetryAt: (message: AlertMessage) => number | null,
    isFailure: boolean,
  ): Promise<void> {
    const { store, clock } = this.#options;
    const settled: AlertDone['settled'] = messages.map((message) => ({
      id: message.id,
      retryAtMs: toRetryAt(message),
      isFailure,
    }));
    await store.alerts.finish({ nowMs: clock(), seen: [], messages: [], settled });
  }
}

/** Null when it was the last attempt. */
export function toRetryMs(tries: number, nowMs: number): number | null {
  return tries + 1 >= ALERT_TRIES_MAX ? null : nowMs + FIRST_RETRY_MS * 2 ** tries;
}
