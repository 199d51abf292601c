// Connections to PostgreSQL. Statements are prepared once per connection; bigints are numbers, which every id and count fits.

import postgres from '#postgres';
import type { Parameter } from '../../answers/condition.js';
import { toSocketAddress } from './address.js';
import { GaveUp, type Held, type IsLost, type Lane, LostConnection, openLane } from './lane.js';
import { ANSWER_MARGIN_MS, IDLE_TRANSACTION_MS, STATEMENT_TIMEOUT_MS } from './limits.js';
import { isCutOff, isDisconnected } from './postgres-error.js';
import { decodeText, encodeText } from './text.js';

/** Where statements go: a pool, or the one connection of a transaction. */
export interface Queries {
  /** Columns come by their names in camelCase. Sent at once: who does not await it sends the next one behind it. */
  query<Row extends object>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** The same for a text that may never come again: nothing of it is kept. */
  queryOnce<Row extends object>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** How many rows it changed. */
  change(text: string, parameters?: readonly Parameter[]): Promise<number>;
  /** Statements without parameters, one or more. */
  exec(text: string): Promise<void>;
}

/** The same connection for texts that may never come again. */
export function onceOnly(db: Queries): Queries {
  return { ...db, query: db.queryOnce };
}

export interface Db extends Queries {
  /** Commits when `work` resolves, and rolls back when it rejects. */
  transact<T>(work: (transaction: Queries) => Promise<T>, options?: TransactOptions): Promise<T>;
  /**
   * What the database holds at one moment: every statement of the work sees the same.
   */
  read<T>(work: (transaction: Queries) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** Lets go of the connections; statements that run may end before. */
  close(): Promise<void>;
}

export interface TransactOptions {
  readonly mode?: 'read only';
  /** The connection is given up when the transaction takes longer. */
  readonly withinMs?: number;
  /** For its statements, in the place of what holds for the connection. */
  readonly statementTimeoutMs?: number;
}

export interface ReadOptions extends Pick<TransactOptions, 'withinMs' | 'statementTimeoutMs'> {
  /** Runs ahead of that moment, on the same connection. */
  readonly before?: (queries: Queries) => Promise<void>;
}

interface InternalOptions extends ReadOptions {
  readonly mode?: string;
}

/** The connection was lost between `COMMIT` and its answer: the transaction may have been committed, or not. */
export class OutcomeUnknown extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor(cause: unknown) {
    super('the connection was lost during a commit', { cause });
  }
}

export interface DbOptions {
  /** Connections at most. */
  readonly max: number;
  /** It changes nothing. */
  readonly isReader?: boolean;
  /** Takes a server that only reads; else, of several hosts in the URL, the one that is written to. */
  readonly mayBeStandby?: boolean;
  /** A connection is gone; the next statement makes another. */
  readonly onClose?: () => void;
  /** A notice of a channel that a statement listens to. */
  readonly onNotice?: (payload: string) => void;
  readonly statementTimeoutMs?: number;
}

/**
 * What a writer asks for has an index, and is few rows. Statistics that were taken when a table was small, or none, must not
 * have the planner read all of it: groups are written so often that a table of a few hundred holds many dead rows.
 */
const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const;

/** Nothing is connected before the first statement. Throws a `TypeError` when the URL is none. */
export function openDb(url: string, { max, onClose, ...options }: DbOptions): Db {
  const connect = (onLost: () => void): postgres.Sql<Types> => openDriver(url, options, onLost);
  const end = (sql: postgres.Sql<Types>): Promise<void> => sql.end({ timeout: 5 });
  const lanes = Array.from({ length: max }, () => openLane({ connect, end, onClose }));
  // The one with the least to do.
  const next = (): Lane<postgres.Sql<Types>> =>
    lanes.reduce((one, other) => (other.waiting < one.waiting ? other : one));
  // What does not answer on one connection will not on others that were there before.
  const renewAll = (): void => {
    for (const lane of lanes) lane.renew();
  };
  const answerMs = (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + ANSWER_MARGIN_MS;
  const toLimits = ({ giveUp }: Held) => ({ answerMs, giveUp });
  const transact = async <T>(
    work: (transaction: Queries) => Promise<T>,
    { mode = '', withinMs, before, statementTimeoutMs }: InternalOptions,
  ): Promise<T> => {
    const state = { isCommitting: false };
    const run = async (sql: postgres.Sql<Types>, held: Held): Promise<T> => {
      const isGone = held.watch();
      const whole = withinMs === undefined ? undefined : setTimeout(held.giveUp, withinMs);
      let timer: NodeJS.Timeout | undefined;
      try {
        await before?.(toQueries(sql, { ...toLimits(held), isLost: isGone }));
        // The driver's own statements, at the beginning and at the end.
        timer = setTimeout(held.giveUp, answerMs);
        return (await sql.begin(mode, async (transaction) => {
          clearTimeout(timer);
          // What was found before was of another connection, and with several hosts of another server.
          if (before !== undefined && isGone()) throw new LostConnection();
          const isLost = held.watch();
          try {
            const limits = { ...toLimits(held), isLost };
            const own =
              statementTimeoutMs === undefined ? limits : await giveTime(transaction, limits, statementTimeoutMs);
            const done = await untilLost(work(toQueries(transaction, own)), isLost);
            state.isCommitting = true;
            return done;
          } finally {
            timer = setTimeout(held.giveUp, answerMs);
          }
        })) as T;
      } finally {
        clearTimeout(timer);
        clearTimeout(whole);
      }
    };
    try {
      return await next().run(run);
    } catch (error) {
      if (error instanceof GaveUp) renewAll();
      throw state.isCommitting && isCutOff(error) ? new OutcomeUnknown(error) : error;
    }
  };
  const alone = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    next().run((sql, held) => work(toQueries(sql, { ...toLimits(held), isLost: held.watch() })));
  return {
    query: (text, parameters) => alone((queries) => queries.query(text, parameters)),
    queryOnce: (text, parameters) => alone((queries) => queries.queryOnce(text, parameters)),
    change: (text, parameters) => alone((queries) => queries.change(text, parameters)),
    exec: (text) => alone((queries) => queries.exec(text)),
    transact: (work, given = {}) => transact(work, given),
    read: (work, given = {}) => transact(work, { ...given, mode: 'isolation level repeatable read read only' }),
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  };
}

/**
 * A daemon that is cut off leaves its transaction to the server, with locks for which others wait. It counts as gone when it
 * says nothing within a transaction, or nothing at all.
 */
const GONE_SOON = {
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;

type Types = Record<string, postgres.PostgresType>;

function openDriver(
  url: string,
  {
    isReader = false,
    mayBeStandby = false,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    onNotice,
  }: Omit<DbOptions, 'max' | 'onClose'>,
  onLost: () => void,
): postgres.Sql<Types> {
  const options: postgres.Options<Types> = {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 5,
    onnotice: () => undefined,
    onclose: onLost,
    // Its own way to listen makes a connection that no lane knows of.
    ...(onNotice && { onnotify: (_channel: string, payload: string) => onNotice(payload) }),
    ...(mayBeStandby ? {} : { target_session_attrs: 'read-write' as const }),
    connection: {
      application_name: isReader ? 'errord-reader' : 'errord',
      statement_timeout: statementTimeoutMs,
      // To compile a plan takes longer than any of them runs.
      ...(isReader ? { jit: 'off' } : { ...BY_INDEX, ...GONE_SOON }),
    },
    transform: { column: { from: postgres.toCamel } },
    types: {
      text: { to: 25, from: [25], serialize: encodeText, parse: decodeText },
      number: { to: 20, from: [20, 1700], serialize: String, parse: Number },
    },
  };
  const socket = toSocketAddress(url);
  return socket === null
    ? postgres(url, options)
    : postgres({ ...options, ...socket, connection: { ...options.connection, ...socket.connection } });
}

/** Lets the statements of a transaction take so long. */
async function giveTime(
  transaction: Pick<postgres.Sql, 'unsafe'>,
  limits: QueryLimits,
  statementTimeoutMs: number,
): Promise<QueryLimits> {
  await toQueries(transaction, limits).exec(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
  return { ...limits, answerMs: statementTimeoutMs + ANSWER_MARGIN_MS };
}

/**
 * The result of a transaction's work, unless its connection is lost: then this never settles, and the driver, which has
 * rejected the transaction already, sends nothing more on a socket that is gone.
 */
async function untilLost<T>(work: Promise<T>, isLost: IsLost): Promise<T> {
  try {
    const result = await work;
    return isLost() ? await NEVER : result;
  } catch (error) {
    if (isLost() || isDisconnected(error)) return NEVER;
    throw error;
  }
}

const NEVER = new Promise<never>(() => undefined);

interface QueryLimits {
  readonly isLost: IsLost;
  readonly giveUp: () => void;
  /** The server ends a statement before; who has heard nothing by then has lost the server. */
  readonly answerMs: number;
}

function toQueries(sql: Pick<postgres.Sql, 'unsafe'>, { isLost, giveUp, answerMs }: QueryLimits): Queries {
  const send = async (text: string, parameters?: readonly Parameter[], prepare = true) => {
    if (isLost()) throw new LostConnection();
    const timer = setTimeout(giveUp, answerMs);
    try {
      if (parameters === undefined) return await sql.unsafe(text);
      const given = parameters as postgres.ParameterOrJSON<never>[];
      return await sql.unsafe(text, given, { prepare, simple: false } as object);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    query: async <Row extends object>(text: string, parameters: readonly Parameter[] = []) =>
      (await send(text, parameters)) as unknown as Row[],
    queryOnce: async <Row extends object>(text: string, parameters: readonly Parameter[] = []) =>
      (await send(text, parameters, false)) as unknown as Row[],
    change: async (text, parameters = []) => (await send(text, parameters)).count,
    exec: async (text) => void (await send(text)),
  };
}
