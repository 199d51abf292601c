import { BROWSER_API } from './explanations/browser-api.js';
import { BROWSER_NOISE } from './explanations/browser-noise.js';
import { CHUNK_LOAD } from './explanations/chunk-load.js';
import { CONFIG_MISSING } from './explanations/config-missing.js';
import { CONNECTION } from './explanations/connection.js';
import { CROSS_ORIGIN } from './explanations/cross-origin.js';
import { DATA_CLIENT } from './explanations/data-client.js';
import { DB_AUTH } from './explanations/db-auth.js';
import { DB_CONNECTION } from './explanations/db-connection.js';
import { DB_LOCK } from './explanations/db-lock.js';
import { DB_QUERY } from './explanations/db-query.js';
import { DB_ROW_RULE } from './explanations/db-row-rule.js';
import { DB_SCHEMA_MISSING } from './explanations/db-schema-missing.js';
import { DB_UNIQUE } from './explanations/db-unique.js';
import { DNS } from './explanations/dns.js';
import { EXTERNAL_SERVICE } from './explanations/external-service.js';
import { FILE_NOT_FOUND } from './explanations/file-not-found.js';
import { FILE_PERMISSION } from './explanations/file-permission.js';
import { FILE_SYSTEM } from './explanations/file-system.js';
import { FORBIDDEN } from './explanations/forbidden.js';
import { FRAMEWORK_MISUSE } from './explanations/framework-misuse.js';
import { HTTP_SERVER } from './explanations/http-server.js';
import { HYDRATION } from './explanations/hydration.js';
import { IMMUTABLE_ASSIGNMENT } from './explanations/immutable-assignment.js';
import { INVALID_ARGUMENT } from './explanations/invalid-argument.js';
import { JSON_PARSE } from './explanations/json-parse.js';
import { MODULE_FORMAT } from './explanations/module-format.js';
import { MODULE_NOT_FOUND } from './explanations/module-not-found.js';
import { NOT_CALLABLE_OR_ITERABLE } from './explanations/not-callable-or-iterable.js';
import { NULL_PROPERTY_ACCESS } from './explanations/null-property-access.js';
import { OUT_OF_MEMORY } from './explanations/out-of-memory.js';
import { PORT_LISTEN } from './explanations/port-listen.js';
import { PROCESS_OR_STREAM } from './explanations/process-or-stream.js';
import { PROMISE_UNHANDLED } from './explanations/promise-unhandled.js';
import { RATE_LIMIT } from './explanations/rate-limit.js';
import { REACT } from './explanations/react.js';
import { REQUEST_FAILED } from './explanations/request-failed.js';
import { RESPONSE_USED_TWICE } from './explanations/response-used-twice.js';
import { SERIALIZATION } from './explanations/serialization.js';
import { SIGN_IN } from './explanations/sign-in.js';
import { SYNTAX } from './explanations/syntax.js';
import { TIMEOUT_OR_ABORT } from './explanations/timeout-or-abort.js';
import { TLS_AND_CRYPTO } from './explanations/tls-and-crypto.js';
import { TYPE_MISUSE } from './explanations/type-misuse.js';
import { UNDEFINED_VARIABLE } from './explanations/undefined-variable.js';
import { VALIDATION } from './explanations/validation.js';
import type { Pattern } from './pattern.js';

/**
 * Every built-in pattern, in the order they are tried: the first match explains the message. Families with words of
 * their own stand before those that share sentences with others: a database that refuses a connection fails with the
 * errno of any other connection, a failed import says "not found" and "not defined" too, a port or a process fails with
 * the same errno as a file, and a JSON error begins like a syntax error. What other services answer comes last: a bare
 * status or "Not Found" says least.
 */
export const PATTERNS: readonly Pattern[] = [
  // What only a browser says: its noise, its security rules, its cached scripts and its APIs.
  BROWSER_NOISE,
  CROSS_ORIGIN,
  CHUNK_LOAD,
  BROWSER_API,
  // What user-interface frameworks refuse; hydration comes first, as its minified codes are React errors too.
  HYDRATION,
  FRAMEWORK_MISUSE,
  REACT,
  // What databases, ORMs and Redis say. Names of rows and columns differ; the sentences around them do not.
  DB_UNIQUE,
  DB_ROW_RULE,
  DB_LOCK,
  DB_SCHEMA_MISSING,
  DB_CONNECTION,
  // Who may do what: database accounts, missing keys, rate limits, permissions and sign-in.
  DB_AUTH,
  CONFIG_MISSING,
  RATE_LIMIT,
  FORBIDDEN,
  SIGN_IN,
  // Modules that do not load: interop and build errors first, since they also mention missing modules.
  MODULE_FORMAT,
  MODULE_NOT_FOUND,
  // Sockets, names and certificates. Errno tokens count only where the runtime prints them, never inside an id.
  PORT_LISTEN,
  DNS,
  TLS_AND_CRYPTO,
  CONNECTION,
  TIMEOUT_OR_ABORT,
  // Streams, processes and files.
  RESPONSE_USED_TWICE,
  PROCESS_OR_STREAM,
  FILE_NOT_FOUND,
  FILE_PERMISSION,
  FILE_SYSTEM,
  // Requests, seen from the server that receives them.
  HTTP_SERVER,
  VALIDATION,
  // Values, memory and promises that the runtime refuses.
  SERIALIZATION,
  OUT_OF_MEMORY,
  PROMISE_UNHANDLED,
  INVALID_ARGUMENT,
  // What the engine says of a value used in the wrong way: sentences of V8, SpiderMonkey, JavaScriptCore and Hermes.
  TYPE_MISUSE,
  NULL_PROPERTY_ACCESS,
  IMMUTABLE_ASSIGNMENT,
  UNDEFINED_VARIABLE,
  NOT_CALLABLE_OR_ITERABLE,
  // Text that does not parse. Messages about JSON come before those about source text, which begin alike.
  JSON_PARSE,
  SYNTAX,
  // Queries, data clients and remote services that answer with an error of their own.
  DB_QUERY,
  DATA_CLIENT,
  EXTERNAL_SERVICE,
  REQUEST_FAILED,
];
