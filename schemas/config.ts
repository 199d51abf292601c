import { type Static, Type } from 'typebox';
import { DRAIN_SECONDS_MAX, GROUPING_VERSION_MAX, RETENTION_DAYS_MAX } from './limits.js';

/** Levels of the daemon's own log; not the levels of log records. */
export const LOG_LEVEL_NAMES = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
/** `auto`: the native one where it can be loaded. */
export const GATEWAY_NAMES = ['auto', 'native', 'portable'] as const;

/** `auto`: better-sqlite3 where it can be loaded; `node`: `node:sqlite`. */
export const SQLITE_NAMES = ['auto', 'better-sqlite3', 'node'] as const;

/** The port number is 16 bits; 0 asks the system for a free one. */
const Port = Type.Integer({ minimum: 0, maximum: 65_535 });

/**
 * A host name or an address, IPv6 without brackets, or `unix:` and the absolute path of a socket. 253 characters is the
 * longest DNS name.
 */
const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^(?:[A-Za-z0-9._:-]+|unix:/[^\\u0000-\\u001f\\u007f]+)$',
});

/** PATH_MAX of Linux; control characters would reach terminals and unit files. */
const Path = Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

/** What a browser sends as `Origin`: scheme, host and port, no path. `null` is what pages opened from a file send. */
const Origin = Type.String({
  maxLength: 512,
  pattern: '^(null|[A-Za-z][A-Za-z0-9+.-]*://[^\\s/?#@,\\u0000-\\u001f\\u007f]+/?)$',
});

/** A host name as a Host header has it, without a port; with a dot in front it stands for every name below it. */
const AllowedHost = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^\\.?[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.?$',
});

/** An IP address, or a network such as `172.16.0.0/12`; that it is one is checked where it is read. */
const ProxyAddress = Type.String({ minLength: 2, maxLength: 43, pattern: '^[0-9A-Fa-f.:]+(?:/[0-9]{1,3})?$' });

/** Segments of an address that mean the same to every browser and proxy, escaped or not. No proxy needs more. */
const BasePath = Type.String({
  maxLength: 256,
  pattern: '^(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)*/?$',
});

const RetentionDays = Type.Number({ minimum: 0, maximum: RETENTION_DAYS_MAX });

/** 1 PB, far past what SQLite holds. */
const MaxDbSizeMb = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

/** It travels in a header and in a query string, so visible ASCII; short ones can be guessed. */
const AuthToken = Type.String({ minLength: 8, maxLength: 512, pattern: '^[\\u0021-\\u007e]+$' });

/** `postgres://user:password@host:port/database`; hosts with commas between them. What it names is checked where it is read. */
const StoreUrl = Type.String({
  minLength: 12,
  maxLength: 2048,
  pattern: '^postgres(?:ql)?://[^\\s\\u0000-\\u001f\\u007f]+$',
});

/** The whole configuration, every default filled in. */
export const Config = Type.Object(
  {
    port: Port,
    host: Host,
    dbPath: Path,
    /** Where it is given, PostgreSQL takes the place of the database file. It may hold a password. */
    storeUrl: Type.Optional(StoreUrl),
    /** A server that only reads. */
    storeReadUrl: Type.Optional(StoreUrl),
    /** Takes a PostgreSQL that acknowledges commits before they are on disk. */
    storeMayLoseCommits: Type.Boolean(),
    corsOrigin: Type.Union([Type.Boolean(), Origin, Type.Array(Origin, { maxItems: 1000 })]),
    allowedHosts: Type.Array(AllowedHost, { maxItems: 1000 }),
    trustProxy: Type.Array(ProxyAddress, { maxItems: 100 }),
    basePath: BasePath,
    private: Type.Boolean(),
    dashboardEnabled: Type.Boolean(),
    retentionDays: RetentionDays,
    maxDbSizeMb: MaxDbSizeMb,
    /** How long a daemon that was told to stop serves on, while its health says that it goes. */
    drainSeconds: Type.Number({ minimum: 0, maximum: DRAIN_SECONDS_MAX }),
    logLevel: Type.Enum([...LOG_LEVEL_NAMES]),
    gateway: Type.Enum([...GATEWAY_NAMES]),
    sqlite: Type.Enum([...SQLITE_NAMES]),
    /** Version of the grouping of projects that are new. */
    grouping: Type.Integer({ minimum: 1, maximum: GROUPING_VERSION_MAX }),
    /** Alerts may go to addresses of this machine and of its own network. */
    alertsToOwnNetwork: Type.Boolean(),
    authToken: Type.Optional(AuthToken),
    spotlightPort: Type.Optional(Port),
    redactNames: Type.Array(Type.String()),
    redactPatterns: Type.Array(Type.String()),
  },
  { $id: 'Config', additionalProperties: false },
);

type ConfigValues = Static<typeof Config>;
type RedactKey = 'redactNames' | 'redactPatterns';

export type Config = Readonly<Omit<ConfigValues, 'corsOrigin' | 'allowedHosts' | 'trustProxy' | RedactKey>> & {
  readonly corsOrigin: boolean | string | readonly string[];
  readonly allowedHosts: readonly string[];
  readonly trustProxy: readonly string[];
  readonly redactNames: readonly string[];
  readonly redactPatterns: readonly string[];
  /** Not a setting: whether somebody chose `corsOrigin`. By default pages of any origin may read, but not change. */
  readonly corsOriginGiven: boolean;
};

/** What one source of configuration may say: any of the keys, and no other. */
export const PartialConfig = Type.Partial(Config, { $id: 'PartialConfig', additionalProperties: false });
