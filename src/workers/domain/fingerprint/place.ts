// Where an event belongs that no frame of the application tells: its route or address, and its component.

import { GROUPING_REPLACED_CHARS_MAX } from '../../../limits.js';
import { cutText } from '../text.js';
import type { PlaceFacts } from './grouping-facts.js';
import type { Replacements } from './replacements.js';
import { toRoute } from './route.js';
import { portName, templateHost } from './template-hosts.js';

const URL = /^(?:([a-z][a-z\d+.-]{0,20}):)?\/\/(?:[^@/?#]{0,128}@)?([^/?#]{0,255})([^?#]{0,4096})/i;
const METHOD_IN_FRONT = /^([A-Z]{3,7}) +(\S.{0,4096})$/s;

/** Method, host and route; undefined for an event that names none. */
export function toRequestPlace({ transaction, request }: PlaceFacts, replacements: Replacements): string | undefined {
  const sent = transaction ?? request?.route ?? request?.url;
  const place =
    sent === undefined ? '' : toAddress(sent, transaction === undefined ? request?.method : undefined, replacements);
  const status = request?.statusCode === undefined ? '' : String(request.statusCode);
  const parts = [place, status].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(' ');
}

function toAddress(sent: string, ownMethod: string | undefined, replacements: Replacements): string {
  const [, named, rest = sent] = METHOD_IN_FRONT.exec(sent) ?? [];
  const method = (ownMethod ?? named ?? '').toUpperCase();
  const [, , origin, path] = URL.exec(rest) ?? [];
  const place = origin === undefined ? toRoute(rest) : `${toHost(origin)}${toRoute(path ?? '')}`;
  replacements.add('place', [rest, place], 'route of an address');
  return method === '' ? place : `${method} ${place}`;
}

function toHost(origin: string): string {
  const [, host = '', port] = /^(.{0,255}?)(?::(\d{1,5}))?$/.exec(origin) ?? [];
  return port === undefined ? templateHost(host) : `${templateHost(host)}:${portName(host, Number(port))}`;
}

/** React's own words for what a component does wrong: they say the same of each. */
const REACT_WORDS =
  /^(?:Minified React error|Objects are not valid as a React child|Too many re-renders|Rendered (?:more|fewer) hooks|Invalid hook call|Element type is invalid|Hydration failed|Text content does not match|There was an error while hydrating|Maximum update depth exceeded|.{1,80}\(\.\.\.\): Nothing was returned from render|A component suspended|Cannot update a component|Functions are not valid as a React child|React\.Children\.only|Should not already be working|.{0,40}hydrat)/i;

export function isReactError(message: string): boolean {
  return REACT_WORDS.test(message);
}

const COMPONENT_LINE = /^\s*(?:at |in |created by )?([A-Z][\w$.]{2,120})/m;
/** React's and routers' own components are around every component of an application. */
const FRAMEWORK = /^(?:Suspense|Fragment|StrictMode|Profiler|ErrorBoundary|Router\w*|Routes?|Provider|Context|Outlet)$/;

/** The component that failed; undefined when none is told or a minifier named it. */
export function toComponent({ componentName, componentStack }: PlaceFacts): string | undefined {
  const name = componentName?.trim().replace(/^<|\/?>$/g, '');
  if (name !== undefined && name.length >= 3) return cutText(name, GROUPING_REPLACED_CHARS_MAX);
  if (componentStack === undefined) return undefined;
  for (const line of componentStack.split('\n', 20)) {
    const found = COMPONENT_LINE.exec(line)?.[1];
    if (found !== undefined && !FRAMEWORK.test(found)) return cutText(found, GROUPING_REPLACED_CHARS_MAX);
  }
  return undefined;
}
