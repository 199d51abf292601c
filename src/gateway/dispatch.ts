import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { ProjectQuery } from '../../schemas/query.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import type { Clock } from '../clock.js';
import { assertNever, ERROR_CODES, type ErrorCode, ErrordError } from '../errors.js';
import type { HeaderList } from '../http-answer.js';
import { LOGGED_PATH_CHARS_MAX } from '../limits.js';
import type { Logger } from '../log.js';
import type { Store } from '../store/store.js';
import { compileQuery } from '../validate.js';
import type { Admission } from './admission.js';
import { answerCommand } from './command.js';
import type { CorsPolicy } from './cors.js';
import { type Exchange, type ExchangeOptions, openExchange } from './exchange.js';
import type { Guard } from './guard.js';
import type { Ingest } from './ingest.js';
import { stringifyHealth, stringifyOutcomes } from './json.js';
import { matchRoute } from './match-route.js';
import type { OutcomeCounters } from './outcome-counters.js';
import { answerQuery } from './query.js';
import { QueryGate } from './query-gate.js';
import { parseNoParameters, parseQueryString, toQueryObject } from './query-string.js';
import type { OwnKind, Route } from './routes.js';
import type { StaticFiles } from './static.js';

export interface DispatchOptions extends ExchangeOptions {
  readonly cors: CorsPolicy;
  readonly guard: Guard;
  readonly ingest: Ingest;
  readonly admission: Admission;
  readonly counters: OutcomeCounters;
  readonly store: Store;
  readonly status: () => Promise<DaemonStatus>;
  readonly clock: Clock;
  readonly startedAtMs: number;
  readonly log: Logger;
  readonly files: StaticFiles;
  readonly openApi: Uint8Array;
  /** Called when a query or command is over. */
  readonly onSettled: () => void;
}

const parseProjectQuery = compileQuery(ProjectQuery);

/** Takes every request that is not a WebSocket upgrade to its route. Never throws. */
export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #gate: QueryGate;
  #openCount = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#gate = new QueryGate(options.outgoing);
  }

  /** Queries and commands that are not over. */
  get openCount(): number {
    return this.#openCount;
  }

  dispatch(response: HttpResponse, request: HttpRequest): void {
    const exchange = openExchange(response, request, this.#options);
    try {
      this.#route(exchange);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #route(exchange: Exchange): void {
    const { facts, reply } = exchange;
    const { cors, guard, files } = this.#options;
    const match = matchRoute(facts.method, facts.path);
    if (match.kind === 'route') {
      this.#guarded(exchange, match.route, match.id);
      return;
    }
    const refusal = guard.checkRunning();
    if (refusal !== null) {
      reply.send(refusal.answer);
      return;
    }
    switch (match.kind) {
      case 'options': {
        const allow: HeaderList = [['Allow', match.methods.join(', ')]];
        reply.send({ status: 204, headers: [...allow, ...cors.toPreflightHeaders(facts.origin, match.methods)] });
        return;
      }
      case 'method_not_allowed':
        reply.error('method_not_allowed', { headers: [['Allow', match.methods.join(', ')]] });
        return;
      case 'not_found':
        if (!files.answer(exchange)) reply.error('not_found');
        return;
      default:
        assertNever(match);
    }
  }

  #guarded(exchange: Exchange, route: Route, id: string | null): void {
    const { guard, ingest } = this.#options;
    const { facts, reply } = exchange;
    const refusal =
      guard.checkRunning() ??
      // A page may send these without asking first, so that it cannot read the answer is not enough.
      (route.method === 'GET' ? null : guard.checkOrigin(facts)) ??
      (route.isOpen ? null : guard.checkToken(facts));
    if (refusal === null) this.#act(exchange, route, id);
    else if (route.action.kind === 'ingest') ingest.refuse(exchange, refusal.outcome, refusal.answer);
    else reply.send(refusal.answer);
  }

  #act(exchange: Exchange, { action }: Route, id: string | null): void {
    const { ingest, store, clock, admission } = this.#options;
    switch (action.kind) {
      case 'ingest':
        ingest.accept(exchange, action.form);
        return;
      case 'query':
        this.#track(
          exchange,
          answerQuery(
            exchange,
            { name: action.query, id, unknownId: action.unknownId },
            { store, clock, gate: this.#gate },
          ),
        );
        return;
      case 'command':
        this.#track(exchange, answerCommand(exchange, { kind: action.command, id }, { store, admission }));
        return;
      case 'own':
        this.#answerOwn(exchange, action.own);
        return;
      case 'feed':
        exchange.reply.error('upgrade_required', {
          headers: [
            ['Upgrade', 'websocket'],
            ['Connection', 'Upgrade'],
          ],
        });
        return;
      default:
        assertNever(action);
    }
  }

  #answerOwn(exchange: Exchange, own: OwnKind): void {
    const { reply } = exchange;
    const { clock, startedAtMs, openApi } = this.#options;
    switch (own) {
      case 'health': {
        const nowMs = clock();
        const uptime = (nowMs - startedAtMs) / 1000;
        reply.json(200, stringifyHealth({ status: 'ok', timestamp: new Date(nowMs).toISOString(), uptime }));
        return;
      }
      case 'outcomes':
        this.#answerOutcomes(exchange);
        return;
      case 'status':
        this.#track(exchange, this.#answerStatus(exchange));
        return;
      case 'openapi':
        reply.json(200, openApi);
        return;
      default:
        assertNever(own);
    }
  }

  #answerOutcomes({ facts, reply }: Exchange): void {
    const parameters = parseQueryString(facts.query);
    const query = parameters.ok ? parseProjectQuery(toQueryObject(parameters.value)) : parameters;
    if (query.ok) reply.json(200, stringifyOutcomes(this.#options.counters.toJson(query.value.projectId)));
    else reply.error('invalid_query', { details: query.details });
  }

  async #answerStatus({ facts, reply }: Exchange): Promise<void> {
    const parameters = parseQueryString(facts.query);
    const none = parameters.ok ? parseNoParameters(parameters.value) : parameters;
    if (none.ok) reply.json(200, JSON.stringify(await this.#options.status()));
    else reply.error('invalid_query', { details: none.details });
  }

  /** Counts an answer under way as open until it is settled, and answers its failure. */
  #track(exchange: Exchange, work: Promise<void>): void {
    this.#openCount += 1;
    void work
      .catch((error: unknown) => {
        this.#fail(exchange, error);
      })
      .finally(() => {
        this.#openCount -= 1;
        this.#options.onSettled();
      });
  }

  #fail({ facts, reply }: Exchange, error: unknown): void {
    const code = error instanceof ErrordError ? toErrorCode(error.code) : 'internal';
    // The store reports its own troubles when they begin; one line per refused call would bury them.
    if (code === 'internal') {
      const route = { method: facts.method, path: facts.path.slice(0, LOGGED_PATH_CHARS_MAX) };
      this.#options.log.error({ err: error, ...route }, 'request failed');
    }
    reply.error(code);
  }
}

/** Codes of a failed start are none of the caller's business. */
function toErrorCode(code: ErrordError['code']): ErrorCode {
  return isErrorCode(code) ? code : 'internal';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
