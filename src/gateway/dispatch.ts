import type { GroupingPreviewQuery } from '../../schemas/grouping.js';
import type { McpQuery } from '../../schemas/mcp.js';
import type { ProjectQuery } from '../../schemas/query.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import type { AlertDesk } from '../alerts/desk.js';
import { type Clock, monotonicClock } from '../clock.js';
import { IGNORED_HEADER } from '../constants.js';
import { assertNever, ERROR_CODES, type ErrorCode, ErrordError } from '../errors.js';
import { type HeaderList, type HttpAnswer, toErrorAnswer } from '../http-answer.js';
import { LOGGED_PATH_CHARS_MAX } from '../limits.js';
import type { Logger } from '../log.js';
import type { Store } from '../store/store.js';
import { toSentryErrorAnswer } from '../workers/dialects/sentry-answers.js';
import type { Access, Caller } from './access.js';
import { answerAccess, toActor } from './access-commands.js';
import type { Admission } from './admission.js';
import { answerAlerts } from './alert-commands.js';
import { answerCommand } from './command.js';
import type { CorsPolicy } from './cors.js';
import { toRefusalAnswer } from './entry.js';
import { type Exchange, type ExchangeOptions, openExchange, type RequestFacts } from './exchange.js';
import type { Guard } from './guard.js';
import type { Ingest } from './ingest.js';
import { stringifyHealth, stringifyOutcomes } from './json.js';
import { matchRoute, type RouteMatch } from './match-route.js';
import { MatchingStatuses } from './matching-statuses.js';
import { McpEndpoint } from './mcp.js';
import { METRICS_HEADERS } from './metrics.js';
import { toOpenApi } from './openapi.js';
import type { OutcomeCounters } from './outcome-counters.js';
import { answerQuery } from './query.js';
import { QueryGate } from './query-gate.js';
import type { ReachedLimits } from './reached-limits.js';
import type { Action, OwnKind } from './route.js';
import { type ParsedQuery, toIgnoredText } from './route-query.js';
import { isSentryPath } from './sentry-routes.js';
import type { GatewayOptions } from './server.js';
import type { StaticFiles } from './static.js';
import type { TransportRequest, TransportResponse } from './transport/transport.js';

export interface DispatchOptions extends ExchangeOptions {
  readonly corsOf: (facts: RequestFacts) => CorsPolicy;
  readonly guard: Guard;
  readonly access: Access;
  readonly ingest: Ingest;
  readonly admission: Admission;
  readonly reachedLimits: ReachedLimits;
  readonly counters: OutcomeCounters;
  readonly store: Store;
  /** `withPaths`: the caller is on this machine, and may know where things are on it. */
  readonly status: (withPaths: boolean) => Promise<DaemonStatus>;
  /** The daemon was told to stop: no balancer should send anything more. */
  readonly isDraining: () => boolean;
  readonly alerts: AlertDesk;
  readonly previewGrouping: GatewayOptions['previewGrouping'];
  readonly previewRules: GatewayOptions['previewRules'];
  /** The text of all metrics. */
  readonly metrics: () => Promise<string>;
  readonly clock: Clock;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
  readonly log: Logger;
  readonly files: StaticFiles;
  readonly version: string;
  /** Called when a query or command is over. */
  readonly onSettled: () => void;
}

/** A request on a path of the table, with a method that it takes. */
type Matched = Extract<RouteMatch, { kind: 'route' }>;

/** A matched request whose caller may ask for what its route does. */
interface Admitted extends Matched {
  readonly action: Exclude<Action, { readonly kind: 'ingest' }>;
  readonly caller: Caller;
}

/** A question that the daemon answers itself. */
interface OwnCall {
  readonly own: OwnKind;
  readonly id: string | null;
  readonly unknownId: ErrorCode | null;
  readonly parameters: unknown;
}

/** Takes every request that is not a WebSocket upgrade to its route. Never throws. */
export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #gate: QueryGate;
  readonly #mcp: McpEndpoint;
  readonly #matchingStatuses: MatchingStatuses;
  /** Made for the first who asks, so that a start need not wait for it. */
  #openApi: Uint8Array | undefined;
  #openCount = 0;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#gate = new QueryGate(options.outgoing);
    this.#matchingStatuses = new MatchingStatuses({ ...options, gate: this.#gate });
    this.#mcp = new McpEndpoint({ ...options, gate: this.#gate });
  }

  /** Queries and commands that are not over. */
  get openCount(): number {
    return this.#openCount;
  }

  dispatch(response: TransportResponse, request: TransportRequest): void {
    const exchange = openExchange(response, request, this.#options);
    try {
      this.#route(exchange);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #route(exchange: Exchange): void {
    const { facts, reply } = exchange;
    const { corsOf, guard, files } = this.#options;
    if (facts.isAmbiguous) {
      reply.end('ambiguous_length');
      return;
    }
    const match = matchRoute(facts.method, facts.path);
    if (match.kind === 'route') {
      this.#guarded(exchange, match);
      return;
    }
    const refusal = guard.checkRunning() ?? (match.kind === 'options' ? null : guard.checkHost(facts));
    if (refusal !== null) {
      reply.send(toRefusalAnswer(refusal));
      return;
    }
    switch (match.kind) {
      case 'options': {
        const allow: HeaderList = [['Allow', match.methods.join(', ')]];
        reply.send({
          status: 204,
          headers: [...allow, ...corsOf(facts).toPreflightHeaders(facts.origin, match.methods)],
        });
        return;
      }
      case 'method_not_allowed':
        reply.send(toUnmatchedAnswer(facts, 'method_not_allowed', [['Allow', match.methods.join(', ')]]));
        return;
      case 'not_found':
        if (!files.answer(exchange)) reply.send(toUnmatchedAnswer(facts, 'not_found'));
        return;
      default:
        assertNever(match);
    }
  }

  #guarded(exchange: Exchange, matched: Matched): void {
    const { guard, ingest } = this.#options;
    const { route, ids } = matched;
    const { action } = route;
    if (action.kind === 'ingest') {
      const { form } = action;
      const entry = guard.admitIngest(exchange, route, ids);
      if (entry.ok) ingest.accept(exchange, { form, pathIds: ids, ...entry.call });
      else ingest.refuse(exchange, form, entry.refusal);
      return;
    }
    const entry = guard.admit(exchange, route);
    if (entry.ok) this.#act(exchange, { ...matched, action, caller: entry.caller });
    else exchange.reply.send(toRefusalAnswer(entry.refusal));
  }

  #act(exchange: Exchange, { route, ids, action, caller }: Admitted): void {
    const { store, clock, admission, reachedLimits, access } = this.#options;
    const { unknownId } = route;
    const nowMs = clock();
    // Also where a route has no parameters: `POST /api/clear?projectId=a` must not clear everything.
    const parameters = route.query?.parse(exchange.facts.query, nowMs) ?? NO_PARAMETERS;
    if (!parameters.ok) {
      exchange.reply.error('invalid_query', { details: parameters.details });
      return;
    }
    if (parameters.ignored.length > 0) exchange.reply.addHeader(IGNORED_HEADER, toIgnoredText(parameters.ignored));
    // Whatever the row calls it.
    const id = Object.values(ids)[0] ?? null;
    switch (action.kind) {
      case 'query': {
        const query = { name: action.query, id, unknownId, parameters: parameters.value, nowMs };
        this.#track(exchange, answerQuery(exchange, query, { store, gate: this.#gate }));
        return;
      }
      case 'command': {
        const command = { kind: action.command, id, unknownId, by: toActor(exchange, caller) };
        const { previewRules } = this.#options;
        const own = { matchingStatuses: this.#matchingStatuses, previewRules };
        this.#track(exchange, answerCommand(exchange, command, { store, admission, reachedLimits, clock, ...own }));
        return;
      }
      case 'access': {
        const call = { kind: action.access, id, parameters: parameters.value, caller };
        this.#track(exchange, answerAccess(exchange, call, { access, admission }));
        return;
      }
      case 'alerts': {
        const call = { kind: action.alerts, id, by: toActor(exchange, caller) };
        this.#track(exchange, answerAlerts(exchange, call, { alerts: this.#options.alerts, admission }));
        return;
      }
      case 'mcp':
        // Its row names the schema that has passed them.
        this.#track(exchange, this.#mcp.answer(exchange, { caller, parameters: parameters.value as McpQuery }));
        return;
      case 'own':
        this.#answerOwn(exchange, { own: action.own, id, unknownId, parameters: parameters.value });
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

  #answerOwn(exchange: Exchange, { own, parameters, ...call }: OwnCall): void {
    const { reply } = exchange;
    const { clock, startedAtMs, version, counters, isDraining } = this.#options;
    switch (own) {
      case 'health': {
        if (isDraining()) {
          reply.error('shutting_down');
          return;
        }
        const nowMs = clock();
        const uptime = (monotonicClock() - startedAtMs) / 1000;
        reply.json(200, stringifyHealth({ status: 'ok', timestamp: new Date(nowMs).toISOString(), uptime }));
        return;
      }
      case 'outcomes':
        // Its row names the schema that has passed them.
        reply.json(200, stringifyOutcomes(counters.toJson((parameters as ProjectQuery).projectId)));
        return;
      case 'status':
        this.#track(exchange, this.#answerStatus(exchange));
        return;
      case 'groupingPreview':
        // Its row names the schema that has passed them.
        this.#track(exchange, this.#answerPreview(exchange, { ...call, ...(parameters as GroupingPreviewQuery) }));
        return;
      case 'metrics':
        this.#track(exchange, this.#answerMetrics(exchange));
        return;
      case 'openapi':
        this.#openApi ??= Buffer.from(JSON.stringify(toOpenApi(version)));
        reply.json(200, this.#openApi);
        return;
      default:
        assertNever(own);
    }
  }

  async #answerStatus({ reply, isFromThisMachine }: Exchange): Promise<void> {
    const withPaths = isFromThisMachine();
    reply.json(200, JSON.stringify(await this.#options.status(withPaths)));
  }

  async #answerPreview(
    { reply }: Exchange,
    { id, unknownId, version, errorId: groupId }: Pick<OwnCall, 'id' | 'unknownId'> & GroupingPreviewQuery,
  ): Promise<void> {
    const preview = id === null ? null : await this.#options.previewGrouping({ projectName: id, version, groupId });
    if (preview === null) reply.error(unknownId ?? 'internal');
    else reply.json(200, JSON.stringify(preview));
  }

  async #answerMetrics({ reply }: Exchange): Promise<void> {
    reply.send({ status: 200, headers: METRICS_HEADERS, body: await this.#options.metrics() });
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

/** In the form of the protocol that the path belongs to. */
function toUnmatchedAnswer({ path }: RequestFacts, code: ErrorCode, headers: HeaderList = []): HttpAnswer {
  return isSentryPath(path) ? toSentryErrorAnswer(code, headers) : toErrorAnswer(code, { headers });
}

const NO_PARAMETERS: ParsedQuery<unknown> = { ok: true, value: null, ignored: [] };

/** Codes of a failed start are none of the caller's business. */
function toErrorCode(code: ErrordError['code']): ErrorCode {
  return isErrorCode(code) ? code : 'internal';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
