// The URL that names the database. It holds a password: only what `describeAddress` answers may be shown.

/** What the driver is given besides the rest of the URL. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** Settings of the connection, such as `options`. */
  readonly connection: Readonly<Record<string, string>>;
}

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/;
const PORT = 5432;

/** Why the text is no URL of a PostgreSQL; null when it is one. Never repeats any of it. */
export function findAddressFault(url: string): string | null {
  const [, , hosts, database] = SHAPE.exec(url) ?? [];
  if (hosts === undefined) return 'it must begin with postgres:// and name a host and a database';
  if ((database ?? '') === '') return 'it names no database: postgres://user:password@host:5432/database';
  return null;
}

/** A directory with the server's socket, as other clients take it: `postgres://user@/name?host=/run/postgresql`. */
export function toSocketAddress(url: string): SocketAddress | null {
  const [, login = '', , database = '', search = ''] = SHAPE.exec(url) ?? [];
  const parameters = new URLSearchParams(search);
  const host = parameters.get('host');
  if (host === null || !host.startsWith('/')) return null;
  const settings = [...parameters].filter(([name]) => name !== 'host' && name !== 'port');
  const [user = '', password = ''] = login.split(':').map(decodeURIComponent);
  return {
    host,
    port: Number(parameters.get('port') ?? PORT),
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
    database: decodeURIComponent(database),
    connection: Object.fromEntries(settings),
  };
}

/** Where the database is, without who logs in: for logs and answers. */
export function describeAddress(url: string): string {
  const [, , hosts = '', database = '', search = ''] = SHAPE.exec(url) ?? [];
  const host = hosts === '' ? (new URLSearchParams(search).get('host') ?? 'localhost') : hosts;
  return `${host}/${database}`;
}
