// The routes of keys and sessions.

import { KeyAdd, type KeyAdded, type KeyRevokeQuery, type SessionCode, SessionOpen } from '../../schemas/keys.js';
import { assertNever, type ErrorCode } from '../errors.js';
import type { HeaderList } from '../http-answer.js';
import { SESSION_MS } from '../limits.js';
import type { Actor, LiveKey } from '../store/access.js';
import { compileBody } from '../validate.js';
import type { Access, Caller, CallPlace } from './access.js';
import type { Admission } from './admission.js';
import { toSessionCookie } from './auth.js';
import { parseCommand, readCommandBody } from './command-body.js';
import { toAccessRefusal, toRefusalAnswer } from './entry.js';
import type { Exchange } from './exchange.js';
import type { AccessKind } from './route.js';

/** A call as the URL has it. */
export interface AccessCall {
  readonly kind: AccessKind;
  /** Null when the path has none, or none that could be known. */
  readonly id: string | null;
  /** As the schema of the route has passed them. */
  readonly parameters: unknown;
  readonly caller: Caller;
}

export interface AccessCommandOptions {
  readonly access: Access;
  readonly admission: Admission;
}

const parseKeyAdd = compileBody(KeyAdd);
const parseSessionOpen = compileBody(SessionOpen);

/** Answers a call. Rejects when the store does. */
export async function answerAccess(exchange: Exchange, call: AccessCall, options: AccessCommandOptions): Promise<void> {
  const { reply } = exchange;
  const { access } = options;
  switch (call.kind) {
    case 'addKey':
      await addKey(exchange, call, options);
      return;
    case 'revokeKey': {
      // Its row names the schema that has passed them.
      const { open } = call.parameters as KeyRevokeQuery;
      const by = toActor(exchange, call.caller);
      const revoking = call.id === null ? 'key_not_found' : await access.revokeKey(call.id, open === '1', by);
      if (revoking === 'revoked') reply.json(200, SUCCESS);
      else reply.error(revoking);
      return;
    }
    case 'openSession':
      await openSession(exchange, options);
      return;
    case 'closeSession': {
      const session = access.findSession(exchange);
      if (session !== null) await access.logout(session);
      reply.send({ status: 204, headers: toCookieHeaders(exchange, '') });
      return;
    }
    case 'readSession': {
      const recognised = access.recognise(exchange, true);
      const refusal = recognised.kind === 'unknown' ? null : toAccessRefusal(recognised);
      if (refusal === null) reply.json(200, JSON.stringify(access.toSession(recognised)));
      else reply.send(toRefusalAnswer(refusal));
      return;
    }
    case 'addSessionCode':
      addSessionCode(exchange, call.caller, access);
      return;
    default:
      assertNever(call.kind);
  }
}

/** Who asks for a change. Must be called before the route handler returns. */
export function toActor(exchange: Exchange, { name }: Caller): Actor {
  return { name, address: exchange.addressText() };
}

const SUCCESS = JSON.stringify({ success: true });

async function addKey(exchange: Exchange, { caller }: AccessCall, options: AccessCommandOptions): Promise<void> {
  const { reply } = exchange;
  const { access, admission } = options;
  const by = toActor(exchange, caller);
  const isHere = exchange.isFromThisMachine();
  const bytes = await readCommandBody(exchange, admission);
  const wanted = bytes === null ? null : parseCommand(exchange, bytes, parseKeyAdd);
  if (wanted === null) return;
  if (wanted.role !== 'ingest' && wanted.project != null) {
    reply.error('validation_failed', { message: 'Only an ingest key is bound to a project.', details: [NO_PROJECT] });
    return;
  }
  // Whoever adds the first key locks out all others.
  if (!access.isClosed && !isHere) {
    reply.error('forbidden', { message: FIRST_KEY_ELSEWHERE });
    return;
  }
  const adding = await access.addKey(wanted, by);
  if (adding.kind === 'added') reply.json(201, JSON.stringify(toKeyAdded(adding.key, adding.text)));
  else reply.error(adding.code);
}

const NO_PROJECT = { path: '/project', message: 'must not be there with this role' };
const FIRST_KEY_ELSEWHERE =
  'The first key of a daemon is added on its own machine: run "errord key add NAME --may admin" there.';

function toKeyAdded({ id, name, role, project, createdAtMs }: LiveKey, key: string): KeyAdded {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, name, role, ...(project !== null && { project }), createdAt, key };
}

async function openSession(exchange: Exchange, { access, admission }: AccessCommandOptions): Promise<void> {
  const { reply } = exchange;
  // Asked now: what comes later has no request any more.
  const address = exchange.addressText();
  const place: CallPlace = { sender: exchange.senderAddress(), address: () => address };
  const bytes = await readCommandBody(exchange, admission);
  const shown = bytes === null ? null : parseCommand(exchange, bytes, parseSessionOpen);
  if (shown === null) return;
  const login = await access.login(shown, place);
  switch (login.kind) {
    case 'opened':
      reply.send({ status: 204, headers: toCookieHeaders(exchange, login.secret) });
      return;
    case 'wrong':
    case 'throttled': {
      const refusal = toAccessRefusal(login);
      if (refusal !== null) reply.send(toRefusalAnswer(refusal));
      return;
    }
    case 'daemon_open':
      reply.error('daemon_open');
      return;
    case 'forbidden':
      reply.error('forbidden', { message: 'An ingest key reads nothing; log in with a reader key or an admin key.' });
      return;
    default:
      assertNever(login);
  }
}

function addSessionCode({ reply }: Exchange, caller: Caller, access: Access): void {
  const refusal: ErrorCode | null = access.isClosed ? null : 'daemon_open';
  if (refusal !== null) {
    reply.error(refusal);
    return;
  }
  const { code, expiresAtMs } = access.makeCode(caller);
  const answer: SessionCode = { code, expiresAt: new Date(expiresAtMs).toISOString() };
  reply.json(201, JSON.stringify(answer));
}

/** The daemon speaks plain HTTP; the page knows whether a proxy in front of it does not. */
function toCookieHeaders({ facts }: Exchange, secret: string): HeaderList {
  const isSecure = facts.origin.toLowerCase().startsWith('https://');
  return [
    ['Set-Cookie', toSessionCookie(secret, SESSION_MS, { prefix: facts.prefix, isSecure })],
    ['Cache-Control', 'no-store'],
  ];
}
