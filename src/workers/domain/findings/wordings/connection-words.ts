// Hosts, ports, sockets, certificates.

import type { Groups, Wording } from '../wording.js';
import { isLoopback, toUsualPort } from './ports.js';

/** On the machine itself nothing stands between that could refuse. */
function refused({ host, port }: Groups): string {
  return `${isLoopback(host) ? 'nothing listens on {place}' : '{place} refused the connection'}${toUsualPort(port)}`;
}

function refusedApart({ host, port }: Groups): string {
  const what = isLoopback(host)
    ? 'nothing listens on port {port} of {host}'
    : '{host} refused the connection to port {port}';
  return `${what}${toUsualPort(port)}`;
}

export const CONNECTION: readonly Wording[] = [
  {
    has: 'ECONNREFUSED',
    match: /\bECONNREFUSED (?<place>(?<host>[\w.:-]{1,100}):(?<port>\d{1,5}))\b/,
    says: refused,
    example: [
      'Error: connect ECONNREFUSED 127.0.0.1:5432',
      'Nothing listens on `127.0.0.1:5432`; that is the usual port of PostgreSQL.',
    ],
  },
  {
    has: 'connection refused',
    match: /\bdial tcp (?<place>(?<host>[\w.:[\]-]{1,100}):(?<port>\d{1,5})): (?:connect: )?connection refused/,
    says: refused,
    example: [
      '*net.OpError: dial tcp 10.0.0.7:6379: connect: connection refused',
      '`10.0.0.7:6379` refused the connection; that is the usual port of Redis.',
    ],
  },
  {
    has: 'Connection refused - connect(2)',
    match: /Connection refused - connect\(2\) for "(?<host>[^"]{1,100})" port (?<port>\d{1,5})/,
    says: refusedApart,
    example: [
      'Errno::ECONNREFUSED: Connection refused - connect(2) for "127.0.0.1" port 3948',
      'Nothing listens on port `3948` of `127.0.0.1`.',
    ],
  },
  {
    has: ' failed: Connection refused',
    match:
      /connection to server at "(?<host>[^"]{1,100})"(?: \([^)]{1,60}\))?, port (?<port>\d{1,5}) failed: Connection refused/,
    says: refusedApart,
    example: [
      'OperationalError: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
      'Nothing listens on port `5432` of `localhost`; that is the usual port of PostgreSQL.',
    ],
  },
  {
    has: 'connection to server at "',
    match: /connection to server at "(?<host>[^"]{1,100})"(?: \([^)]{1,60}\))?, port (?<port>\d{1,5}) failed: FATAL/,
    says: 'the server at {host}, port {port}, was reached and refused the session',
    example: [
      'PDOException: SQLSTATE[08006] [7] connection to server at "127.0.0.1", port 3910 failed: FATAL:  password authentication failed for user "app"',
      'The server at `127.0.0.1`, port `3910`, was reached and refused the session.',
    ],
  },
  {
    has: "Can't reach database server at",
    match: /Can't reach database server at `(?<host>[\w.-]{1,100})`?:`?(?<port>\d{1,5})`/,
    says: ({ port }) => `no database server was reached at {host}, port {port}${toUsualPort(port)}`,
    example: [
      "PrismaClientInitializationError: Can't reach database server at `localhost`:`5432`",
      'No database server was reached at `localhost`, port `5432`; that is the usual port of PostgreSQL.',
    ],
  },
  {
    has: 'Failed to connect to ',
    match: /Failed to connect to (?<host>[\w.:[\]-]{1,100}) port (?<port>\d{1,5})\b/,
    says: ({ port }) => `no connection was made to port {port} of {host}${toUsualPort(port)}`,
    example: [
      "Error: curl: (7) Failed to connect to 127.0.0.1 port 3944 after 0 ms: Couldn't connect to server",
      'No connection was made to port `3944` of `127.0.0.1`.',
    ],
  },
  {
    has: 'ETIMEDOUT',
    match: /\bconnect ETIMEDOUT (?<place>[\w.:-]{1,100}:(?<port>\d{1,5}))\b/,
    says: ({ port }) => `{place} did not answer the attempt to connect${toUsualPort(port)}`,
    example: [
      'Error: connect ETIMEDOUT 10.0.0.5:3306',
      '`10.0.0.5:3306` did not answer the attempt to connect; that is the usual port of MySQL.',
    ],
  },
  {
    has: 'connect E',
    match: /\bconnect (?:ENOENT|EACCES) (?<path>\/[^\s'"]{1,200})/,
    says: 'the connection was to a socket in the file system, {path}',
    example: [
      'Error: connect ENOENT /var/run/docker.sock',
      'The connection was to a socket in the file system, `/var/run/docker.sock`.',
    ],
  },
  {
    has: 'EAI_AGAIN',
    match: /\bgetaddrinfo EAI_AGAIN (?<host>[\w.-]{1,200})/,
    says: 'no answer came to the question for the address of {host}',
    example: [
      'Error: getaddrinfo EAI_AGAIN api.openai.com',
      'No answer came to the question for the address of `api.openai.com`.',
    ],
  },
  {
    has: 'ENOTFOUND',
    match: /\b(?:getaddrinfo|query\w{1,6}) ENOTFOUND (?<host>[\w.-]{1,200})/,
    says: 'no address is known for the name {host}',
    example: ['Error: queryA ENOTFOUND api.example.invalid', 'No address is known for the name `api.example.invalid`.'],
  },
  {
    has: 'no such host',
    match: /\blookup (?<host>[\w.-]{1,200})(?: on [\w.:[\]-]{1,60})?: no such host/,
    says: 'no address is known for the name {host}',
    example: [
      '*url.Error: Get "http://shop.invalid/x": dial tcp: lookup shop.invalid on 10.255.255.53:53: no such host',
      'No address is known for the name `shop.invalid`.',
    ],
  },
  {
    has: 'Could not resolve host',
    match: /Could not resolve host: (?<host>[\w.-]{1,200})/,
    says: 'no address is known for the name {host}',
    example: [
      'Error: curl: (6) Could not resolve host: shop.invalid',
      'No address is known for the name `shop.invalid`.',
    ],
  },
  {
    has: 'EADDRINUSE',
    match: /\blisten EADDRINUSE: address already in use (?<place>[\w.:-]{1,100}:(?<port>\d{1,5}))\b/,
    says: 'something else listens on {place} already',
    example: [
      'Error: listen EADDRINUSE: address already in use :::3000',
      'Something else listens on `:::3000` already.',
    ],
  },
  {
    has: 'bind: address already in use',
    match: /\blisten (?:tcp|udp)\d? (?<place>[\w.:[\]-]{1,100}): bind: address already in use/,
    says: 'something else listens on {place} already',
    example: [
      '*net.OpError: listen tcp :8080: bind: address already in use',
      'Something else listens on `:8080` already.',
    ],
  },
  {
    has: 'listen E',
    match: /\blisten (?:EACCES|EADDRNOTAVAIL): [a-z ]{1,40} (?<place>[\w.:-]{1,100}:\d{1,5})\b/,
    says: 'the address to listen on was {place}',
    example: ['Error: listen EACCES: permission denied 0.0.0.0:80', 'The address to listen on was `0.0.0.0:80`.'],
  },
  {
    has: 'no pg_hba.conf entry',
    match:
      /no pg_hba\.conf entry for host "(?<host>[^"]{1,60})", user "(?<user>[^"]{1,60})", database "(?<database>[^"]{1,60})"/,
    says: 'PostgreSQL has no rule that lets {user} come from {host} into the database {database}',
    example: [
      'error: no pg_hba.conf entry for host "10.0.0.5", user "app", database "app", no encryption',
      'PostgreSQL has no rule that lets `app` come from `10.0.0.5` into the database `app`.',
    ],
  },
  {
    has: "is not cert's CN",
    match: /Host: (?<host>[\w.*-]{1,200}?)\.? is not cert's CN: (?<names>[\w.*-]{1,200})/,
    says: 'the call went to {host}, and the certificate is for {names}',
    example: [
      "Error: Hostname/IP does not match certificate's altnames: Host: api.shop.local. is not cert's CN: pay.shop.local",
      'The call went to `api.shop.local`, and the certificate is for `pay.shop.local`.',
    ],
  },
  {
    has: "is not in the cert's",
    match: /(?:Host|IP): (?<host>[\w.:*-]{1,200}?)\.? is not in the cert's (?:altnames|list): (?<names>[^\n]{1,200})/,
    says: 'the call went to {host}, and the certificate is for {names}',
    example: [
      "Error: Hostname/IP does not match certificate's altnames: Host: api.shop.local. is not in the cert's altnames: DNS:pay.shop.local, DNS:www.shop.local",
      'The call went to `api.shop.local`, and the certificate is for `DNS:pay.shop.local, DNS:www.shop.local`.',
    ],
  },
  {
    has: 'certificate is valid for ',
    match: /certificate is valid for (?<names>[\w.*, -]{1,200}), not (?<host>[\w.*-]{1,200})/,
    says: 'the call went to {host}, and the certificate is for {names}',
    example: [
      'x509.HostnameError: x509: certificate is valid for pay.shop.local, not api.shop.local',
      'The call went to `api.shop.local`, and the certificate is for `pay.shop.local`.',
    ],
  },
];
