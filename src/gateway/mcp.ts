// The Model Context Protocol at `/mcp`: streamable HTTP without sessions and without streams, so that an answer is JSON.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http

import { McpMessage, type McpQuery } from '../../schemas/mcp.js';
import type { Clock } from '../clock.js';
import { MCP_VERSION_HEADER } from '../constants.js';
import type { Logger } from '../log.js';
import { MCP_CALLS_AT_ONCE_MAX, MCP_MESSAGE_BYTES_MAX } from '../mcp/limits.js';
import type { Store } from '../store/store.js';
import { compileBody } from '../validate.js';
import type { Caller } from './access.js';
import { toActor } from './access-commands.js';
import type { Admission } from './admission.js';
import { parseCommand, readCommandBody } from './command-body.js';
import type { Exchange } from './exchange.js';
import type { QueryGate } from './query-gate.js';
import { toStoreApi } from './store-api.js';

export interface McpEndpointOptions {
  readonly store: Store;
  readonly gate: QueryGate;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface McpCall {
  readonly caller: Caller;
  readonly parameters: McpQuery;
}

const parseMessage = compileBody(McpMessage);

/** Loads the server of the protocol with the first message: most daemons never hear one. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  #openCount = 0;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
  }

  /** Must be called before the route handler returns. */
  async answer(exchange: Exchange, { caller, parameters }: McpCall): Promise<void> {
    const { facts, reply } = exchange;
    const version = exchange.header(MCP_VERSION_HEADER);
    const by = toActor(exchange, caller);
    const allowTriage = parameters.allowTriage === '1';
    const bytes = await readCommandBody(exchange, this.#options.admission, MCP_MESSAGE_BYTES_MAX);
    if (bytes === null) return;
    if (!takesJson(facts.accept)) {
      reply.error('not_acceptable');
      return;
    }
    if (allowTriage && caller.role !== 'admin') {
      reply.error('forbidden', { message: 'allowTriage=1 is for an admin key; leave it out to read only.' });
      return;
    }
    // One message: batches are gone from the protocol since 2025-06-18, and would be many calls for the price of one.
    const message = parseCommand(exchange, bytes, parseMessage);
    if (message === null) return;
    if (message.method === undefined || message.id === undefined) {
      reply.send({ status: 202 });
      return;
    }
    if (this.#openCount >= MCP_CALLS_AT_ONCE_MAX) {
      reply.error('queue_full');
      return;
    }
    this.#openCount += 1;
    try {
      const { store, gate, clock, log } = this.#options;
      const { answerMessage } = await import('../mcp/message.js');
      const answer = await answerMessage(message, version, {
        api: toStoreApi({ store, gate, clock, by }),
        project: parameters.projectId ?? null,
        allowTriage,
        clock,
        onBug: (error) => {
          log.error({ err: error }, 'a tool for assistants failed');
        },
      });
      if (answer.kind === 'answer') reply.json(200, answer.json);
      else reply.error('validation_failed', { message: UNKNOWN_VERSION });
    } finally {
      this.#openCount -= 1;
    }
  }
}

const UNKNOWN_VERSION = 'This daemon does not speak the version of the Model Context Protocol that the header names.';

/** Clients must say that they take both JSON and a stream; one that says nothing takes anything. */
function takesJson(accept: string): boolean {
  return accept === '' || /(?:^|[\s,])(?:application\/(?:json|\*)|\*\/\*)(?:$|[\s,;])/i.test(accept);
}
