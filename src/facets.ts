// The facets of an event: by what an engineer tells its events apart. Read from an event as it is stored, redacted; so what
// is counted when it arrives is what is taken off when it goes, whichever build wrote it. Pure.

import { REDACTED } from './constants.js';
import { hashText } from './hash-text.js';
import {
  FACET_TAG_CHARS_MAX,
  FACET_TAGS_MAX,
  FACET_URL_CHARS_MAX,
  FACET_URL_PARTS_MAX,
  FACET_VALUE_CHARS_MAX,
} from './limits.js';
import { sliceText } from './slice-text.js';
import { toAgent } from './user-agent.js';

/** The facets that every event may have, in the order in which they are shown; `tag:<key>` come behind them. */
export const FACETS = [
  'release',
  'environment',
  'server',
  'browser',
  'browserVersion',
  'runtime',
  'os',
  'transaction',
  'url',
] as const;

export const RELEASE_FACET = 'release';
export const TAG_PREFIX = 'tag:';

/** What an event says of itself alone: facets in one text (`toFacetText`), and the number of its user. */
export interface OwnFacets {
  readonly text: string;
  /** A hash of 52 bits; null where the event names no user. */
  readonly user: number | null;
}

/** Values by facet. */
export type FacetValues = ReadonlyMap<string, string>;

type Fields = Readonly<Record<string, unknown>>;

/** Facets of the details that an event has for itself. */
export function toOwnFacets(details: Fields): OwnFacets {
  const request = asFields(details.request);
  const found = new Map<string, string>();
  put(found, 'transaction', details.transaction);
  const url = request?.url;
  if (typeof url === 'string') put(found, 'url', toRoute(url));
  putContexts(found, asFields(details.contexts));
  putAgent(found, agentOf(asFields(request?.headers)));
  return { text: toFacetText(found), user: toUserNumber(asFields(details.user)) };
}

/** Facets of the context that an event shares with others. */
export function toSharedFacets(context: Fields): FacetValues {
  const found = new Map<string, string>();
  const environment = asFields(context.environment) ?? {};
  put(found, 'release', context.release);
  put(found, 'environment', environment.name);
  put(found, 'server', context.serverName ?? environment.hostname ?? environment['host.name']);
  putContexts(found, asFields(context.contexts));
  putProduct(found, 'browser', environment.browser);
  putRuntime(found, environment);
  putProduct(found, 'os', environment.os);
  const { url } = environment;
  if (typeof url === 'string') put(found, 'url', toRoute(url));
  putTags(found, asFields(context.tags) ?? {});
  return found;
}

/** All facets of an event: what it shares stands above what it says alone, which may be guessed. */
export function joinFacets(shared: FacetValues, ownText: string): FacetValues {
  if (ownText === '') return shared;
  const joined = new Map(parseFacetText(ownText));
  for (const [facet, value] of shared) joined.set(facet, value);
  return joined;
}

/** Names and values in turn; neither holds the character between them. */
function toFacetText(values: FacetValues): string {
  let text = '';
  for (const [facet, value] of values) text += `${text === '' ? '' : SEPARATOR}${facet}${SEPARATOR}${value}`;
  return text;
}

/** What `OwnFacets` has as a text. */
export function parseFacetText(text: string): [string, string][] {
  const parts = text.split(SEPARATOR);
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) pairs.push([parts[at] ?? '', parts[at + 1] ?? '']);
  return pairs;
}

const SEPARATOR = '\n';

/**
 * The route of a URL: its path, with `*` for the parts that are ids. Without host and query, which say where somebody was,
 * not what failed.
 */
export function toRoute(url: string): string | undefined {
  const end = findPathEnd(url);
  const scheme = url.indexOf('://');
  const hasHost = scheme !== -1 && scheme + 3 <= end;
  const slash = hasHost ? url.indexOf('/', scheme + 3) : 0;
  const start = slash === -1 || slash >= end ? end : slash;
  if (start === end) return hasHost ? '/' : undefined;
  let route = '';
  let copiedTo = start;
  let partFrom = start;
  let parts = 0;
  // Each event has a URL of its own: one pass, without a list of its parts.
  for (let at = start; at <= end; at++) {
    if (at < end && url.charCodeAt(at) !== SLASH) continue;
    parts += 1;
    if (parts > FACET_URL_PARTS_MAX + 1) return `${route}${url.slice(copiedTo, partFrom)}…`;
    if (isId(url, partFrom, at)) {
      route += `${url.slice(copiedTo, partFrom)}*`;
      copiedTo = at;
    }
    partFrom = at + 1;
  }
  return route + url.slice(copiedTo, end);
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const NUMBER_SIGN = 0x23;

/** Where query and fragment begin. */
function findPathEnd(url: string): number {
  const end = Math.min(url.length, FACET_URL_CHARS_MAX);
  for (let at = 0; at < end; at++) {
    const code = url.charCodeAt(at);
    if (code === QUESTION_MARK || code === NUMBER_SIGN) return at;
  }
  return end;
}

/** Whether a part of a path names one thing of many: a number, a UUID, a hash, or something long with digits in it. */
function isId(url: string, from: number, to: number): boolean {
  const length = to - from;
  let digits = 0;
  let hex = 0;
  for (let at = from; at < to; at++) {
    const code = url.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if ((code >= 97 && code <= 102) || (code >= 65 && code <= 70) || code === 45) hex += 1;
  }
  if (digits === 0) return false;
  return digits === length || digits >= 4 || (length >= 8 && digits + hex === length) || length >= 24;
}

function putContexts(found: Map<string, string>, contexts: Fields | undefined): void {
  if (contexts === undefined) return;
  const browser = asFields(contexts.browser);
  put(found, 'browser', browser?.name);
  if (typeof browser?.version === 'string') put(found, 'browserVersion', toVersioned(browser.name, browser.version));
  const runtime = asFields(contexts.runtime);
  put(found, 'runtime', toVersioned(runtime?.name, runtime?.version));
  put(found, 'os', asFields(contexts.os)?.name);
}

/** Name and first number of a version. */
function toVersioned(name: unknown, version: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const major = typeof version === 'string' ? /\d{1,5}(?:\.\d{1,5})?/.exec(version.slice(0, 60))?.[0] : undefined;
  return major === undefined ? name : `${name} ${major}`;
}

/** `Firefox 141.0` is of Firefox; the whole of it is the version of a browser. */
function putProduct(found: Map<string, string>, facet: 'browser' | 'os', value: unknown): void {
  if (typeof value !== 'string' || value === '') return;
  if (value.startsWith('Mozilla/')) {
    putAgent(found, value);
    return;
  }
  const text = value.slice(0, FACET_VALUE_CHARS_MAX);
  const version = text.search(/ v?\d/);
  put(found, facet, version > 0 ? text.slice(0, version) : text);
  if (facet === 'browser' && version > 0) {
    put(found, 'browserVersion', toVersioned(text.slice(0, version), text.slice(version)));
  }
}

function putRuntime(found: Map<string, string>, { runtime, nodeVersion }: Fields): void {
  if (typeof runtime !== 'string') return;
  put(found, 'runtime', typeof nodeVersion === 'string' ? toVersioned(runtime, nodeVersion) : runtime);
}

function putTags(found: Map<string, string>, tags: Fields): void {
  let room = FACET_TAGS_MAX;
  // By name, so that the same ones are counted whatever order they were sent in.
  for (const key of Object.keys(tags).sort()) {
    if (room === 0) return;
    const value = tags[key];
    const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isSimple || key.length > FACET_TAG_CHARS_MAX || key.includes('=') || UNCLEAN.test(key)) continue;
    put(found, `${TAG_PREFIX}${key}`, String(value));
    room -= 1;
  }
}

function putAgent(found: Map<string, string>, text: string | undefined): void {
  if (text === undefined) return;
  const { browser, browserMajor, os } = toKnownAgent(text);
  put(found, 'browser', browser);
  if (browserMajor !== undefined) put(found, 'browserVersion', toVersioned(browser, browserMajor));
  put(found, 'os', os);
}

function agentOf(headers: Fields | undefined): string | undefined {
  if (headers === undefined) return undefined;
  const value = headers['user-agent'] ?? headers['User-Agent'];
  return typeof value === 'string' ? value : undefined;
}

// The same few browsers send most of the events.
const AGENTS_KNOWN_MAX = 200;
const knownAgents = new Map<string, ReturnType<typeof toAgent>>();

function toKnownAgent(text: string): ReturnType<typeof toAgent> {
  let agent = knownAgents.get(text);
  if (agent === undefined) {
    agent = toAgent(text);
    if (knownAgents.size >= AGENTS_KNOWN_MAX) knownAgents.clear();
    knownAgents.set(text, agent);
  }
  return agent;
}

const UNCLEAN = /[\u0000-\u001f\u007f]/;
const UNCLEAN_ALL = /[\u0000-\u001f\u007f]+/g;

/** The first to say it is right. What was redacted says nothing. */
function put(found: Map<string, string>, facet: string, value: unknown): void {
  if (typeof value !== 'string' || value === '' || value === REDACTED || found.has(facet)) return;
  const cut = value.length > FACET_VALUE_CHARS_MAX ? sliceText(value, FACET_VALUE_CHARS_MAX) : value;
  const clean = UNCLEAN.test(cut) ? cut.replace(UNCLEAN_ALL, ' ').trim() : cut;
  if (clean !== '') found.set(facet, clean);
}

const ASKED_USER_NAMES = ['id', 'email', 'username', 'name'] as const;
const USER_NAMES = [...ASKED_USER_NAMES, 'ipAddress', 'ip_address'] as const;

/**
 * By the first of its names that says something, so that one person is one user from event to event. Nobody gains by making
 * two users one.
 */
function toUserNumber(user: Fields | undefined): number | null {
  if (user === undefined) return null;
  for (const name of USER_NAMES) {
    const value = user[name];
    if ((typeof value === 'string' && value !== '' && value !== REDACTED) || typeof value === 'number') {
      return hashText(`${name}:${String(value)}`.slice(0, FACET_VALUE_CHARS_MAX));
    }
  }
  return null;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export const NO_VALUES: FacetValues = new Map();
export const NO_OWN: OwnFacets = { text: '', user: null };

/** `browser=Safari` in its two parts. */
export function parseFacetFilter(filter: string): { readonly facet: string; readonly value: string } {
  const at = filter.indexOf('=');
  return { facet: filter.slice(0, at), value: filter.slice(at + 1) };
}

/** Whether a value of a facet is counted as what it is. Others are cut or cleaned, so that several are counted as one. */
export function isCountedAsIs(facet: string, value: string): boolean {
  const isTag = facet.startsWith(TAG_PREFIX);
  if (isTag && (facet.length - TAG_PREFIX.length > FACET_TAG_CHARS_MAX || UNCLEAN.test(facet))) return false;
  return value !== '' && value !== REDACTED && value.length < FACET_VALUE_CHARS_MAX && !UNCLEAN.test(value);
}

/** Whether details name this user: by id, e-mail, user name or name. */
export function isOfUser(details: Fields, value: string): boolean {
  const user = asFields(details.user);
  if (user === undefined || value === REDACTED) return false;
  return ASKED_USER_NAMES.some((name) => {
    const said = user[name];
    return (typeof said === 'string' || typeof said === 'number') && String(said) === value;
  });
}

/** What a user is counted as that a query names: by id, e-mail, user name or name. That of an id stands first. */
export function toUserNumbers(value: string): readonly number[] {
  return ASKED_USER_NAMES.map((name) => hashText(`${name}:${value}`.slice(0, FACET_VALUE_CHARS_MAX)));
}
