// The codes that an error carries or prints, in one writing, whoever wrote them.

import { EXPLAIN_CODE_CHARS_MAX, EXPLAIN_CODES_MAX } from '../../../limits.js';
import { mongodbName, mysqlName, sqlstateOfClass } from './database-codes.js';
import { errnoInWords, errnosIn, isErrnoName } from './errno.js';
import { statusIn } from './http-status.js';
import { isVagueName, toSimpleName } from './prefixes.js';

export interface CodedError {
  /** The field of the event. */
  readonly code?: string | undefined;
  /** Found in brackets behind class names. */
  readonly codesOfPrefixes: readonly string[];
  readonly className: string | null;
  readonly bare: string;
}

/**
 * All codes of an error, the field of the event first, then those of its class and its message. They are written
 *
 * - as they are where their form is their own: `ECONNREFUSED` (also for `[Errno 111]`, `connection refused` at the end of a
 *   call), `ERR_INVALID_URL`, `FST_ERR_CTP_BODY_TOO_LARGE`, `P2002`, `TS2304`, `NG0100`, `ER_DUP_ENTRY` (also for 1062),
 *   `SQLITE_BUSY`, `ORA-00942`, `E11000`, `NoSuchKey`
 * - with what they are of where they are bare numbers or words: `SQLSTATE 23505`, `HTTP 404`, `gRPC UNAVAILABLE`,
 *   `React 418`, `curl 7`, `exit 137`, `signal SIGKILL`, `Redis WRONGTYPE`, `Mongo WriteConflict`
 */
export function codesOf({ code, codesOfPrefixes, className, bare }: CodedError): readonly string[] {
  const found = new Set<string>();
  const simpleName = className === null ? '' : toSimpleName(className);
  if (code !== undefined) addField(found, code, simpleName);
  for (const one of codesOfPrefixes) found.add(one);
  if (isErrnoName(simpleName)) found.add(simpleName);
  const sqlstate = className === null ? undefined : sqlstateOfClass(className);
  if (sqlstate !== undefined) found.add(`SQLSTATE ${sqlstate}`);
  for (const { has, find, write } of PRINTED) {
    if (has?.some((text) => bare.includes(text)) === false) continue;
    const match = find.exec(bare);
    if (match !== null) addSome(found, write(match, simpleName));
  }
  for (const name of errnosIn(bare)) found.add(name);
  const status = statusIn(bare);
  if (status !== undefined) found.add(`HTTP ${status}`);
  const isTechnical = className !== null && !isVagueName(className);
  addSome(found, errnoInWords(bare, isTechnical));
  return [...found].slice(0, EXPLAIN_CODES_MAX);
}

const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const STATUS = /^[345]\d\d$/;
const GRPC_NAMES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];
const HTTP_CLASS = /^(?:Axios|HTTP|Http|Fetch|Response|Request|Api|API|Status|Ky|Client|Server)\w*(?:Error|Exception)$/;

/** Numbers mean what the class of the error says: of a database, of HTTP, of gRPC. */
function addField(found: Set<string>, code: string, simpleName: string): void {
  if (code.length > EXPLAIN_CODE_CHARS_MAX) return;
  found.add(code);
  if (/^Mongo/.test(simpleName)) addSome(found, mongodbName(Number(code)));
  else if (SQLSTATE.test(code)) found.add(`SQLSTATE ${code}`);
  else if (/^\d{4}$/.test(code)) addSome(found, mysqlName(Number(code)));
  if (STATUS.test(code) && HTTP_CLASS.test(simpleName)) found.add(`HTTP ${code}`);
  if (simpleName === 'TRPCError') addSome(found, STATUS_OF_TRPC.get(code));
}

/** The codes of tRPC, by the statuses that its manual gives them. */
const STATUS_OF_TRPC: ReadonlyMap<string, string> = new Map(
  (
    'BAD_REQUEST 400, UNAUTHORIZED 401, FORBIDDEN 403, NOT_FOUND 404, METHOD_NOT_SUPPORTED 405, TIMEOUT 408, CONFLICT 409, ' +
    'PAYLOAD_TOO_LARGE 413, UNPROCESSABLE_CONTENT 422, TOO_MANY_REQUESTS 429, INTERNAL_SERVER_ERROR 500, SERVICE_UNAVAILABLE 503, GATEWAY_TIMEOUT 504'
  )
    .split(', ')
    .map((pair) => pair.split(' '))
    .map(([code = '', status = '']) => [code, `HTTP ${status}`]),
);

function addSome(found: Set<string>, code: string | undefined): void {
  if (code !== undefined) found.add(code);
}

const COMMAND_OF_CURL = /^.{0,200}?(?:[\s'"/:[]|^)curl(?=[\s'"])/s;
const MONGODB_CLASS = /^Mongo|^(?:OperationFailure|CommandError|WriteError|BulkWriteError|WriteException)$/;

interface PrintedCode {
  /** One of these is in every match: to look for it costs less than to try the expression. */
  readonly has?: readonly string[];
  readonly find: RegExp;
  readonly write: (match: RegExpExecArray, simpleName: string) => string | undefined;
}

const whole = ([code]: RegExpExecArray): string => code;
const first = ([, code]: RegExpExecArray): string | undefined => code;

/** How codes are printed in messages; of each form the first one counts. */
const PRINTED: readonly PrintedCode[] = [
  { find: /\b(?:ERR|FST|HPE|NGHTTP2|UND_ERR|SQLITE|ER|CR|DPI|NJS)_[A-Z0-9_]{2,60}\b/, write: whole },
  {
    // MySQL behind SQLSTATE, from its shell and from drivers of Python and Go.
    find: /^(?:ERROR |Error |\()?(\d{4})(?: \(\w{5}\)| \[\w{5}\]|, [("'])|: \d{4} |\] \[(\d{4})\] |\[\d{5}\]: [^:]{1,60}: (\d{4}) /,
    write: ([, one, two, three]) => mysqlName(Number(one ?? two ?? three)),
  },
  {
    // PDO, DB2, Go; Prisma around what its engine or a raw query met; Npgsql.
    find: /\bSQLSTATE ?\[?[:=]? ?"?([0-9A-Z]{5})\b|\bP(?:ostgres|gDatabase)Error \{ (?:severity: \w{1,20}, )?code: "([0-9A-Z]{5})"|\bRaw query failed\. Code: `(\d[0-9A-Z]{4})`|^([02-5][0-9A-Z]{4}): [a-zA-Z]/,
    write: ([, state, engine, raw, npgsql], simpleName) => {
      if (npgsql !== undefined && !/^(?:Postgres|Npgsql)/.test(simpleName)) return undefined;
      return `SQLSTATE ${state ?? engine ?? raw ?? npgsql ?? ''}`;
    },
  },
  {
    find: /\((?:SQLSTATE |SqlState: ?)?(\d[0-9A-Z]{4}|[HPX][VLX0-9][0-9A-Z]{3})\)(?:$|[:\n ])/,
    write: ([, state]) => `SQLSTATE ${state ?? ''}`,
  },
  { find: /\bORA-\d{5}\b/, write: whole },
  { find: /\bE11000\b/, write: whole },
  { find: /\bP[123]\d{3}\b/, write: whole },
  // As compilers and Angular print them; flights have such numbers too.
  { find: /(?:^|\berror )(TS\d{4,5})(?=: )/, write: first },
  { find: /(?:^|: )-?(NG(?:0\d{2,4}|[1-9]\d{2,3}))(?=:|$)/, write: first },
  { find: /^Minified React error #(\d{1,4})\b/, write: ([, number]) => `React ${number ?? ''}` },
  { find: /^curl: \((\d{1,3})\)|\bcURL error (\d{1,3}):/, write: ([, one, two]) => `curl ${one ?? two ?? ''}` },
  {
    find: /^(\d{1,2}) ([A-Z_]{2,20}): |\brpc error: code = (\w{2,20})\b|\bStatusCode\.([A-Z_]{2,20})\b|\bStatusCode="([A-Za-z]{2,20})"|^([A-Z_]{7,20}): (?:io exception|[a-z])/,
    write: ([, number, name, go, python, dotnet, java], simpleName) => {
      if (number !== undefined) return GRPC_NAMES[Number(number)] === name ? `gRPC ${name ?? ''}` : undefined;
      const other = toScreamingCase(
        go ?? python ?? dotnet ?? (/^Status(?:Runtime)?Exception$/.test(simpleName) ? java : '') ?? '',
      );
      return GRPC_NAMES.includes(other) ? `gRPC ${other}` : undefined;
    },
  },
  {
    // The number that curl prints is the one with which it ends.
    has: ['exit'],
    find: /\b(?:exited with(?: code| status)?|exit (?:code|status)|returned non-zero exit status|failed with exit code|exited with exit code)[: ]{1,2}(\d{1,3})\b/,
    write: ({ 1: code = '', input }) => `${COMMAND_OF_CURL.test(input) ? 'curl' : 'exit'} ${code}`,
  },
  {
    // The SDKs of AWS for Python, Go and Java. A number is the status of an answer that has no body, as that to HEAD.
    has: ['An error occurred (', 'api error ', ' Error Code: '],
    find: /^An error occurred \((\w{2,60})\) when calling |\bapi error (\w{2,60}): |[;,] Error Code: (\w{2,60})[;,)]/,
    write: ([, python, go, java]) => {
      const code = python ?? go ?? java ?? '';
      return STATUS.test(code) ? `HTTP ${code}` : code;
    },
  },
  {
    // The server of MongoDB, as drivers of Java, Go and Python print it.
    has: ['failed with error ', 'codeName', '('],
    find: /^Command (?:\w{1,40} )?failed with error (\d{1,6})|'codeName': '(\w{2,60})'|^\(([A-Z][A-Za-z]{2,60})\) /,
    write: ([, number, python, go], simpleName) => {
      if (number !== undefined) return mongodbName(Number(number));
      return python !== undefined || MONGODB_CLASS.test(simpleName) ? `Mongo ${python ?? go ?? ''}` : undefined;
    },
  },
  {
    // kubectl, and the client for Go, which has the reason in words.
    find: /^Error from server \((\w{2,40})\): |^[\w.]{2,80} "[^"\n]{1,253}" (is forbidden: User|not found$|already exists$)/,
    write: ([, reason, words], simpleName) => {
      if (reason !== undefined) return `Kubernetes ${reason}`;
      const named = { i: 'Forbidden', n: 'NotFound', a: 'AlreadyExists' }[words?.charAt(0) ?? ''];
      return simpleName === 'StatusError' ? `Kubernetes ${named ?? ''}` : undefined;
    },
  },
  // AdonisJS.
  { find: /^(E_[A-Z]{3,30}(?:_[A-Z]{1,30}){0,5}): /, write: first },
  // Elasticsearch and OpenSearch; ClickHouse.
  { find: /^\[?([a-z]{2,30}(?:_[a-z]{2,30}){0,5}_exception)\b/, write: first },
  {
    has: ['DB::Exception'],
    find: /\bDB::Exception: .{1,1024}\(([A-Z]{2,30}(?:_[A-Z]{2,30}){0,5})\)/s,
    write: ([, name]) => `ClickHouse ${name ?? ''}`,
  },
  // The compilers of Rust and C#, and NuGet.
  {
    has: ['error[E', 'error CS', 'error NU'],
    find: /\berror\[(E\d{4})\]|\berror ((?:CS|NU)\d{4}): /,
    write: ([, rust, dotnet]) => rust ?? dotnet,
  },
  {
    // npm names the reason first; that of the script which it ran is a number further down.
    find: /(?:^|\n)npm (?:ERR!|error) (?:code ELIFECYCLE\nnpm (?:ERR!|error) errno (\d{1,3})\b|code (E[A-Z0-9]{3,20})\b)/,
    write: ([, exit, reason]) => (exit === undefined ? `npm ${reason ?? ''}` : `exit ${exit}`),
  },
  {
    has: ['signal', 'killed by', 'died with'],
    find: /\b(?:signal:? |killed by |by signal |died with <Signals\.)(SIG[A-Z]{2,8}|\d{1,2}\b|killed\b)/,
    write: ([, name]) => signalCode(name),
  },
  {
    // The word that Redis and what speaks its protocol puts in front; one that a person might shout needs what follows it.
    find: /^(WRONGTYPE|NOAUTH|WRONGPASS|NOSCRIPT|BUSYKEY|CLUSTERDOWN|CROSSSLOT|MISCONF|EXECABORT|NOPERM|BUSYGROUP|NOGROUP|MASTERDOWN|TRYAGAIN|NOREPLICAS|UNKILLABLE|READONLY(?= You)|LOADING(?= (?:Redis|Valkey))|BUSY(?= (?:Redis|Valkey|script))|OOM(?= command)|(?:MOVED|ASK)(?= \d{1,5} \S{1,80}:\d)) /,
    write: ([, word]) => `Redis ${word ?? ''}`,
  },
  { find: /\(Code: (\d{1,5})\)/, write: first },
];

function toScreamingCase(name: string): string {
  return name === name.toUpperCase() ? name : name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

function signalCode(name = ''): string | undefined {
  const signals: Readonly<Record<string, string>> = {
    '6': 'SIGABRT',
    '9': 'SIGKILL',
    '11': 'SIGSEGV',
    '15': 'SIGTERM',
    killed: 'SIGKILL',
  };
  const signal = name.startsWith('SIG') ? name : signals[name];
  return signal === undefined ? undefined : `signal ${signal}`;
}
