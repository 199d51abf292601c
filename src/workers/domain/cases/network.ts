import type { PatternCase } from '../pattern.js';

/** Why a server cannot listen. */
export const PORT_LISTEN_CASES: readonly PatternCase[] = [
  {
    when: /EACCES|EPERM|permission denied/,
    text: 'The process has no permission to listen on this port: ports below 1024 need root privilege on most systems, and some ranges are reserved on Windows.',
    suggestion:
      'Use a port above 1024 behind a proxy, or grant the privilege (cap_net_bind_service) instead of running as root.',
    examples: ['listen EACCES: permission denied 0.0.0.0:80'],
  },
  {
    when: /EADDRNOTAVAIL|ENOTFOUND|EAFNOSUPPORT|cannot assign/,
    text: 'The server cannot bind to this address: the host address belongs to no network interface of this machine.',
    suggestion:
      'Listen on 0.0.0.0 (all interfaces) or on an address this machine really has, and check the HOST setting.',
    examples: ['listen EADDRNOTAVAIL: address not available 10.9.8.7:3000'],
  },
  {
    when: /should be|BAD_PORT|Invalid port/i,
    text: 'The port number is not valid: it must be a number in the range 0 to 65535. Often the config value is missing or is not a number.',
    suggestion: 'Check the PORT setting in the config or environment, and convert it to a number before you listen.',
    examples: ['Port should be >= 0 and < 65536. Received type number (99999).'],
  },
  {
    when: /more than once|not running|already listening|ALREADY_LISTEN|NOT_RUNNING|already bound/i,
    text: 'The server was told to listen although it is already listening, or to close although it is not running.',
    suggestion:
      'Call listen once (a test may import the app and start it again), and wait for the listening event before you close it.',
    examples: ['Server is not running.'],
  },
];

/** Certificates, protocols and keys. */
export const TLS_CASES: readonly PatternCase[] = [
  {
    when: /expired|not yet valid|NOT_YET_VALID|DATE_INVALID/i,
    text: 'The TLS certificate of the server has expired (or is not valid yet), so the connection is not trusted.',
    suggestion:
      'Renew the certificate on the server and reload it, check that renewal runs by itself, and check the clock of this machine.',
    examples: ['certificate has expired'],
  },
  {
    when: /altnames|ALTNAME|COMMON_NAME|certificate is not valid for|hostname mismatch/i,
    text: 'The TLS certificate does not match the host name that was called: it was issued for other names.',
    suggestion:
      'Call the server by a name in its certificate (not by IP address), or issue a certificate that includes this name.',
    examples: ["Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames"],
  },
  {
    when: /key values mismatch|certificate routines/,
    text: 'The TLS certificate and the private key do not belong together: their key values do not match, or the certificate cannot be read.',
    suggestion:
      'Load the key the certificate was requested with, put the certificate of the server first in the chain file, and compare both with openssl.',
    examples: ['error:05800074:x509 certificate routines::key values mismatch'],
  },
  {
    when: /self[- ]signed|SELF_SIGNED|issuer|first certificate|LEAF_SIGNATURE|AUTHORITY|UNKNOWN_ISSUER|CERTIFICATE_VERIFY|PKIX|x509|unknown ca|untrusted|not trusted/i,
    text: 'The TLS (SSL) certificate cannot be verified: it is self-signed or from a private authority (CA), or the server does not send its intermediate certificates.',
    suggestion:
      'Let the server send the full chain, trust a private CA with NODE_EXTRA_CA_CERTS, and do not turn verification off.',
    examples: ['self-signed certificate in certificate chain', 'unable to verify the first certificate'],
  },
  {
    when: /wrong version|packet length|get_record|HTTP response to HTTPS|SSL_PROTOCOL/i,
    text: 'One side speaks TLS (SSL) and the other plain text. Usually an https URL points to a port that serves plain HTTP, or a proxy or mail port is used with the wrong TLS setting.',
    suggestion:
      'Use http:// for that port or the https port of the server, and check the protocol of proxy settings and the `secure` option.',
    examples: ['write EPROTO 805CCF312C7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:'],
  },
  {
    when: /alert|handshake|SSL routines|ERR_SSL|SSL_ERROR|EPROTO|cipher|renegotiation|secure TLS|TLS|too small|too weak|PFX|\bmd\b|CERT|[Cc]ertificate|SEC_ERROR|MOZILLA|SSL/,
    text: 'The TLS (SSL) handshake failed: the two sides share no protocol version or cipher, one of them refused the certificate, or the connection was closed during it.',
    suggestion:
      'Try the server with openssl s_client, bring the older side up to TLS 1.2 or later, send a client certificate if it wants one, and check the proxy in between.',
    examples: [
      'write EPROTO 807CEE4BC87F0000:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:',
    ],
  },
  {
    when: /initialization vector|IV length|nonce|key length|key data|Key length|data length|same byte length/i,
    text: 'The key or the initialization vector does not have the length in bytes that the cipher needs. AES-256 takes a key of 32 bytes, and an initialization vector of 16 (CBC) or 12 (GCM).',
    suggestion:
      'Decode key and vector from hex or base64 before use (a hex string is twice as long), and check their lengths in bytes.',
    examples: ['Invalid initialization vector'],
  },
  {
    when: /decrypt|final block|multiple of block|authenticat|oaep|auth tag|wrong tag|Malformed UTF-8|Unsupported state|operation-specific|Cipher job|too large for/i,
    text: 'The data could not be decrypted: it was encrypted with another key, vector or padding, was changed or cut off, or its authentication tag is missing.',
    suggestion:
      'Check that both sides use the same key, algorithm and padding, and store and decode data, vector and tag in the same encoding.',
    examples: ['bad decrypt'],
  },
  {
    when: /DECODER|PEM|start line|private key|public key|base64 decode|DER|JWK|header too long|not enough data|wrong type|PKCS|asn1|Passphrase/i,
    text: 'The key could not be read: it is not in a supported PEM or DER format. Very often the newlines of a PEM key were lost on the way through an environment variable.',
    suggestion:
      'Restore the newlines (key.replace(/\\\\n/g, "\\n")) or store the key as base64, check its BEGIN and END lines, and give the passphrase if it has one.',
    examples: ['error:1E08010C:DECODER routines::unsupported'],
  },
  {
    when: /subtle/,
    text: 'Web Crypto (crypto.subtle) exists only in secure contexts: on https pages and on localhost.',
    suggestion: 'Serve the page over https, also on test machines, and use localhost rather than an IP address.',
    examples: ['crypto.subtle is undefined'],
  },
];

const BROKER_CASES: readonly PatternCase[] = [
  {
    when: /leader|topic|partition|offset|[Bb]roker:|coordinator|rebalanc|in-sync|generation|Kafka|Replication|member|Specified group|Local: /,
    text: 'Kafka refused this request: the topic or partition does not exist on this broker, has no leader at the moment, or the consumer group is moving its members around.',
    suggestion:
      'Create the topic first, retry after a pause (elections and rebalances take seconds), and check the broker addresses and the rights of the client.',
    examples: [
      'There is no leader for this topic-partition as we are in the middle of a leadership election',
      'This server does not host this topic-partition',
    ],
  },
  {
    when: /Channel|Operation failed: |PRECONDITION_FAILED|NOT_FOUND -|ACCESS_REFUSED|RESOURCE_LOCKED|FRAME|CONNECTION_FORCED|Handshake terminated|Heartbeat|Connection closed: \d|Unexpected close|Expected Connection/,
    text: 'RabbitMQ closed the channel or connection: the queue or exchange does not exist or was declared with other settings, the login was refused, or the heartbeat was missed.',
    suggestion:
      'Declare queues with the same options everywhere (or delete the old queue), check user, virtual host and URL, and open a new channel after an error.',
    examples: ['Operation failed: QueueDeclare; 406 (PRECONDITION-FAILED)'],
  },
  {
    when: /job|[Qq]ueue|lock mismatch|Custom Id/i,
    text: 'The job queue could not work on this job: the queue does not exist, the job is gone or has lost its lock, or its worker stalled because it was busy or crashed.',
    suggestion:
      'Check the name of the queue and that its worker runs, keep the event loop free during long jobs, and raise the lock duration if they really take longer.',
    examples: ['job stalled more than allowable limit'],
  },
  {
    when: /connack|Keepalive|NATS|NO_RESPONDERS|no responders|client disconnecting|Identifier|broker/i,
    text: 'The message broker (MQTT or NATS) refused or lost this connection: the login or client id is not accepted, it did not answer in time, or nobody listens to this subject.',
    suggestion:
      'Check URL, user and client id (each client needs one of its own), and let the client reconnect with a pause.',
    examples: ['connack timeout'],
  },
];

/** Why a connection was not made or not kept. */
export const CONNECTION_CASES: readonly PatternCase[] = [
  {
    when: /connect (?:ENOENT|EACCES|EPERM)/,
    text: 'The program connects to a local socket file that does not exist or that it may not open: the service behind it (such as Docker or a database) is not running, or its socket lies elsewhere.',
    suggestion:
      'Start the service, check the path of the socket, mount it into the container, and give the user of this process access to it.',
    examples: ['connect ENOENT /var/run/docker.sock'],
  },
  {
    when: /net::ERR|ERR_(?:CONNECTION|EMPTY|ADDRESS|SOCKET|PROXY|TUNNEL|HTTP2|QUIC|INCOMPLETE|CONTENT)/,
    text: 'The browser had no network connection to the server, or lost it: the server is down or cannot be reached, a proxy or firewall is in the way, or the user is offline.',
    suggestion:
      'Check that the server runs and can be reached at this URL, retry with a delay, and show users an offline state.',
    examples: ['Failed to load resource: net::ERR_CONNECTION_REFUSED'],
  },
  {
    when: /ECONNREFUSED|refused/,
    text: 'The connection was refused: no server is running or listening at this host and port.',
    suggestion:
      'Start the server and check host and port. Inside a container localhost is the container itself, so use the name of the service; and localhost may mean ::1 while the server listens on 127.0.0.1.',
    examples: ['connect ECONNREFUSED 127.0.0.1:8080'],
  },
  {
    when: /UNREACH|HOSTDOWN|NETDOWN|no route|unreachable|ADDRNOTAVAIL/,
    text: 'The host cannot be reached: there is no route through the network to this address, for example without VPN, behind a firewall, or with IPv6 that does not work.',
    suggestion:
      'Check address, network and firewall rules from this very machine or container, and prefer IPv4 if IPv6 is broken.',
    examples: ['connect EHOSTUNREACH 10.0.0.5:443'],
  },
  {
    when: /[Pp]roxy|tunnel/i,
    text: 'The connection through the proxy failed: the proxy refused it, wants a login, or cannot reach the server.',
    suggestion:
      'Check the proxy settings (HTTPS_PROXY, NO_PROXY), its user and password, and whether it allows this host and port.',
    examples: ['tunneling socket could not be established, statusCode=407'],
  },
  {
    when: /Parse Error|HPE_/,
    text: 'The HTTP response (or request) could not be parsed: the other side does not speak HTTP on this port, or sent headers that break the protocol.',
    suggestion:
      'Check that the port really serves HTTP (and not HTTPS or something else), and look at the raw answer with curl -v.',
    examples: ['Parse Error: Expected HTTP/, RTSP/ or ICE/'],
  },
  ...BROKER_CASES,
  {
    when: /HTTP\/?2|NGHTTP2|GOAWAY|stream|session/i,
    text: 'The HTTP/2 connection or one of its streams was closed by the other side or by this program, before the response was complete.',
    suggestion:
      'Open a new session after a close (servers end them regularly with GOAWAY), and retry requests that are safe to repeat.',
    examples: ['New streams cannot be created after receiving a GOAWAY'],
  },
  {
    when: /^fetch failed$|: fetch failed$/,
    text: 'fetch got no response: the network connection to the server failed. Its `cause` says why: refused, host name not found, timed out, or a certificate that is not trusted.',
    suggestion:
      'Log error.cause, and check that the server runs and that host, port and protocol of the URL are right.',
    examples: ['fetch failed'],
  },
];

/** Stopped on purpose or by the clock. */
export const TIMEOUT_CASES: readonly PatternCase[] = [
  {
    when: /abort|cancel|superseded/i,
    text: 'The operation was aborted before it finished: the code cancelled it, the user left the page, or the connection was closed. Mostly it was stopped on purpose.',
    suggestion:
      'Treat an abort that your own code asked for as normal and do not report it (check error.name === "AbortError"), and look for timeouts if you did not ask for it.',
    examples: ['This operation was aborted', 'signal is aborted without reason'],
  },
  {
    when: /time|deadline/i,
    text: 'The operation timed out: it took longer than its time limit (timeout), because a server, query, page or test was too slow or never answered.',
    suggestion:
      'Find out what was slow, check that the other side can be reached, and raise the timeout only if the work really needs longer.',
    examples: ['Navigation timeout of 30000 ms exceeded', 'read ETIMEDOUT', '4 DEADLINE_EXCEEDED: Deadline exceeded'],
  },
];
