// URLs, IP addresses and ports in a message: which service they are matters, which replica or client does not.

import { toRoute } from './route.js';
import type { Match, TemplateContext } from './template-context.js';

const URL = /^((?:https?|wss?|ftp):\/\/)([^\s/?#]{1,255})([^\s?#]{0,400})/i;
/** Not behind the name of a program, where it is a version: `Chrome/120.0.0.0`. */
const IPV4 = /(?<![\d.]|[a-z]\/)(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?(?![\d.]*\d)/gi;
const ONLY_IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const NAMED = /^(localhost|[a-z][\w-]{0,62}(?:\.[\w-]{1,63}){0,5}):(\d{2,5})$/i;
const IPV6 = /^\[?((?:::|(?:[0-9a-f]{1,4}:){3})[0-9a-f:.]{0,45})\]?:(\d{2,5})$/i;
const IPV6_WITH_PORT = /^(\[?)([\da-f:.]{2,45})\]?:(\d{2,5})$/i;
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i;
const FILE_NAME =
  /\.(?:[cm]?[jt]sx?|py|rb|go|java|kt|php|rs|cs|html?|vue|svelte|json|ya?ml|sql|css|c|cpp|h|ex|exs|dart|swift)$/i;

/** Ports that name the service behind them, and those just above that a second server gets. */
const SERVICES: readonly (readonly [first: number, last: number, name: string])[] = [
  [5432, 5439, 'postgresql'],
  [3306, 3309, 'mysql'],
  [6379, 6384, 'redis'],
  [27_017, 27_020, 'mongodb'],
  [9092, 9094, 'kafka'],
  [5671, 5672, 'amqp'],
  [9200, 9200, 'elasticsearch'],
  [11_211, 11_211, 'memcached'],
  [1433, 1434, 'sqlserver'],
  [1521, 1521, 'oracle'],
  [2181, 2181, 'zookeeper'],
  [4222, 4222, 'nats'],
  [1025, 1025, 'smtp'],
  [2379, 2380, 'etcd'],
  [8500, 8500, 'consul'],
  [4317, 4318, 'otlp'],
  [50_051, 50_051, 'grpc'],
];
/** From here on a system gives ports to whoever asks. */
const EPHEMERAL_PORT_MIN = 32_768;

/** A run of characters that may be an address, as it is compared. */
export function templateHosts({ text, before }: Match, context: TemplateContext): string {
  // Most words of a message: nothing without a digit is an address or has a port.
  if (!/\d/.test(text) || text.includes('://')) return text;
  const client = toClientAddress(text, before);
  if (client !== undefined) return client;
  const v6 = context.hasOwnFrames ? withoutIpv6(text, before) : undefined;
  if (v6 !== undefined) return v6;
  const local = IPV6.exec(text);
  if (local !== null) return `${text.slice(0, text.lastIndexOf(':'))}:${portName(local[1] ?? '', Number(local[2]))}`;
  const named = NAMED.exec(text);
  if (named !== null && !FILE_NAME.test(named[1] ?? '') && isHostBefore(before, named[1] ?? '')) {
    return `${templateHost(named[1] ?? '')}:${portName(named[1] ?? '', Number(named[2]))}`;
  }
  return text.replace(IPV4, (whole: string, ip: string, port: string | undefined) =>
    templateIp(whole, { ip, port }, context),
  );
}

/** Behind these, what stands last in an address is a port. */
const ANNOUNCES = /(?:\bE[A-Z]{3,16}|\bin use|connect\w*|\bport)[:\s(]{1,3}$/i;
const IPV6_ADDRESS = /^(?:[\da-f]{0,4}:){2,7}(?:[\da-f]{0,4}|\d{1,3}(?:\.\d{1,3}){3})$/i;

/** The last part is a port in brackets, and behind what announces one. */
function withoutIpv6(text: string, before: string): string | undefined {
  if (!text.includes(':')) return undefined;
  const isAddress = isClientAddress(text);
  const [, open, ip = '', port] = IPV6_WITH_PORT.exec(text) ?? [];
  if (!isAddress && ip === '') return undefined;
  const isAnnounced = ANNOUNCES.test(before);
  if (isAddress && !isAnnounced) return '<ip>';
  const isWithPort = (isAnnounced || open === '[') && isClientAddress(ip);
  return isWithPort ? `<ip>:${portName(ip, Number(port))}` : undefined;
}

/** A whole IPv6 address that no machine has for itself. */
function isClientAddress(text: string): boolean {
  if (!IPV6_ADDRESS.test(text) || !/\d/.test(text)) return false;
  if (text.includes('.')) return MAPPED.test(text);
  const groups = text.split(':').filter((group) => group !== '').length;
  const groupsMin = /^[\da-f]{4}:/i.test(text) ? 2 : 3;
  return text.includes('::') ? groups >= groupsMin && groups < 8 : groups === 8;
}

/** An IPv4 address in an IPv6 one. */
const MAPPED = /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)(?!127\.)\d{1,3}(?:\.\d{1,3}){3}$/i;

/** Names whose value is the address of who asked. */
const CLIENT_BEFORE =
  /\b(?:client|peer|visitor|(?:remote|source|user|client|peer|real|forwarded)[ _-]?(?:ip|addr(?:ess)?)|rhost|x-forwarded-for|x-real-ip)["']?\s?[:=]?\s?["'(]?$/i;
/** Who asked, unless it is who was asked. */
const FROM_BEFORE = /\bfrom[\s:(]{1,2}$/i;
const ASKED_BEFORE =
  /\b(?:(?:fetch|load|download|read|pull|receiv|retriev|import|sync|cop[yi]|obtain|resolv)\w{0,4}\b[^\n]{0,40}|(?:respon[sd]\w{0,6}|repl(?:y|ies)|answers?|data|headers?|bytes|results?|got|get) )from[\s:(]{1,2}$/i;
const ADDRESS =
  /^(\[?)((?:[\da-f]{0,4}:){2,7}(?:[\da-f]{1,4}|\d{1,3}(?:\.\d{1,3}){3})?|\d{1,3}(?:\.\d{1,3}){3})(\]?)(?::(\d{1,5}))?([.:\]]{0,2})$/i;

/** An address in any form, where the text says that a client has it; undefined where it does not. */
function toClientAddress(text: string, before: string): string | undefined {
  const [, open = '', ip, close = '', port, end = ''] = ADDRESS.exec(text) ?? [];
  if (ip === undefined || !(ONLY_IPV4.test(ip) || isIpv6(ip))) return undefined;
  const isService =
    port !== undefined && SERVICES.some(([first, last]) => Number(port) >= first && Number(port) <= last);
  if (isService || !isClientBefore(before)) return undefined;
  return open !== '' && close !== '' ? `<ip>${end}` : `${open}<ip>${close}${end}`;
}

function isClientBefore(before: string): boolean {
  return CLIENT_BEFORE.test(before) || (FROM_BEFORE.test(before) && !ASKED_BEFORE.test(before));
}

/** Not a time, which has colons too. */
function isIpv6(text: string): boolean {
  return text.includes('::') || text.split(':').length === (text.includes('.') ? 7 : 8);
}

/** A URL with the route of its path, without its query string. */
export function templateUrl({ text }: Match, { hasOwnFrames }: TemplateContext): string {
  const [, scheme = '', origin = '', path = ''] = URL.exec(text) ?? [];
  const end = /[.:)\]'"-]{1,8}$/.exec(text)?.[0] ?? '';
  const [, host = '', port] = /^(?:[^@]{0,128}@)?(.{0,255}?)(?::(\d{1,5}))?$/.exec(origin) ?? [];
  const name = hasOwnFrames && ONLY_IPV4.test(host) && !LOOPBACK.test(host) ? '<ip>' : templateHost(host);
  const place = port === undefined ? name : `${name}:${portName(host, Number(port))}`;
  return `${scheme.toLowerCase()}${place}${toRoute(end === '' ? path : path.replace(/[.:)\]'"-]{1,8}$/, ''))}${end}`;
}

function templateIp(
  whole: string,
  { ip, port }: { ip: string; port: string | undefined },
  { hasOwnFrames }: TemplateContext,
): string {
  // Without a call site the address is all that tells one service from another.
  const host = hasOwnFrames && !LOOPBACK.test(ip) ? '<ip>' : ip;
  if (port === undefined) return ip === whole ? host : whole;
  return `${host}:${portName(ip, Number(port))}`;
}

/** A port as the service that it stands for. On a machine's own address it is all that names the service. */
export function portName(host: string, port: number): string {
  const [, , name] = SERVICES.find(([first, last]) => port >= first && port <= last) ?? [];
  if (name !== undefined) return `<${name}>`;
  return LOOPBACK.test(host) && port < EPHEMERAL_PORT_MIN ? `<local ${port}>` : '<port>';
}

/** `ip-10-2-0-9`, `web-7f9c…`: machines that come and go. */
export function templateHost(host: string): string {
  return host
    .replace(/(?<=[a-z\d]-)(?=[a-z]{0,9}\d)[a-z\d]{8,10}-[a-z\d]{5}(?=\.|$)/gi, '<pod>')
    .replace(/(?<![a-z\d])(?=[a-z-]*\d)[a-f\d]{6,64}(?![a-z\d])|(?<=-)\d{1,3}(?:-\d{1,3}){3}/gi, '<id>')
    .toLowerCase();
}

/** `user.id:42` is no host; `db:5432` is one behind what a network says. */
function isHostBefore(before: string, name: string): boolean {
  if (name.toLowerCase() === 'localhost') return true;
  return /(?:E[A-Z]{4,16}|connect\w*|connection (?:to|refused)|to|host|server|at|dial|tcp|lookup|broker|node|peer|upstream|address|from|reach)[:\s(]{1,3}$/i.test(
    before,
  );
}
