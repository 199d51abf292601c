import type { Pattern } from '../pattern.js';

export const CONNECTION: Pattern = {
  id: 'connection',
  title: 'Connection refused or lost',
  text: 'The network connection was dropped: the other side closed or reset it (hang up) before the response was complete. The server crashed or restarted, a proxy gave up, or an idle connection was used again after it had ended.',
  suggestion:
    'Look into the log of the other server, let its keep-alive timeout be longer than that of the client, and retry requests that are safe to repeat with a growing pause.',
  examples: [
    'connect ECONNREFUSED 127.0.0.1:8080',
    'socket hang up',
    'read ECONNRESET',
    'This server does not host this topic-partition',
  ],
  match: [
    /(?:^|: )E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|NETUNREACH|HOSTUNREACH|NETDOWN|HOSTDOWN|NETRESET|NOTCONN|PROTONOSUPPORT)(?=$|[\s:,)\]])|\b(?:connect|read|write|send|recv|recvmsg|shutdown|sendmsg) E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|NETUNREACH|HOSTUNREACH|NETDOWN|HOSTDOWN|NETRESET|NOTCONN|PROTONOSUPPORT)(?=$|[\s:,)\]])/,
    /(?:^|: )connect E(?:NOENT|ACCES|PERM|ADDRNOTAVAIL|INVAL|AGAIN|NOTSOCK|MFILE|UNKNOWN)\b/,
    /(?:^|: )socket hang up(?=$|\n|\.|,)/,
    /(?:^|: )(?:other side closed|This socket has been ended by the other party|Socket (?:is )?closed(?=$|\.|\n)|This socket is closed|Socket connection (?:closed|timeout)|Connection (?:closed|ended) unexpectedly(?=$|\.)|socket disconnected|Connection (?:closed|lost|reset|refused)(?: by (?:peer|remote|server|foreign host)|: (?:The server|\d{3} |[A-Z])|(?=\.?$|\n))|The socket (?:has been|was) (?:closed|disconnected))/,
    /(?:^|: )Parse Error(?:: |$)|\bHPE_[A-Z_]{3,}\b/,
    /\b(?:net::)?ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|ABORTED|FAILED)|EMPTY_RESPONSE|ADDRESS_UNREACHABLE|SOCKET_NOT_CONNECTED|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|HTTP2_[A-Z_]+|QUIC_[A-Z_]+|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)\b/,
    /(?:^|: )(?:Proxy connection ended before receiving CONNECT|tunneling socket could not be established|Proxy response \(\d{3}\)|Socks5 proxy rejected|Proxy CONNECT|connect: (?:connection refused|no route to host|network is unreachable)|connection reset by peer|broken pipe$|no route to host$)/,
    /\b[Cc]onnection refused \(os error \d|\[Errno (?:111|104|32|113|101)\]/,
    /\bNGHTTP2_[A-Z_]+|^(?:The session has been destroyed|New streams cannot be created after receiving a GOAWAY|Session closed with error code|The pending stream has been canceled|HTTP\/2: |HTTP2: )/,
    /^fetch failed$|: fetch failed$/,
    /^(?:There is no leader for this topic-partition|This server does not host this|The coordinator is (?:not|loading)|The group is rebalancing|Messages are rejected since there are fewer in-sync|The request included a message larger than the max|The (?:requested )?offset is (?:outside|not within)|Specified group generation id|This is not the (?:correct coordinator|leader)|Not authorized to access (?:group|topics)|Replication-factor is invalid|Topic (?:with this name already exists|creation errors)|The (?:client|member) (?:id|session))/,
    /^(?:Broker: (?:Unknown|Not|Leader|Message|Group|Specified|Request|Offset|Topic|Invalid|Coordinator|Replica|Unsupported)|Local: (?:Broker|All broker|Unknown (?:topic|partition)|Timed out|Message|Queue|Host|Erroneous|No offset))/,
    /^(?:Channel closed by server|Operation failed: \w+; \d{3}|Handshake terminated by server|Connection closed: \d{3} \(|Channel ended, no reply|Socket closed abruptly during opening handshake|Expected Connection\w+; got|Heartbeat timeout$|Connection closed by (?:client|server)|Unexpected close$)/,
    /\b(?:PRECONDITION_FAILED|NOT_FOUND|ACCESS_REFUSED|RESOURCE_LOCKED|CHANNEL_ERROR|CONNECTION_FORCED|UNEXPECTED_FRAME) - /,
    /^(?:job stalled more than allowable limit|Missing lock for job |Missing process handler for job|Queue name (?:cannot|must)|Job \S+ (?:could not be removed|is not in the|could not be)|Custom Ids? cannot|Missing key for job |Lock mismatch for job)/,
    /\b(?:NonExistentQueue|QueueDoesNotExist|QueueDeletedRecently)\b|^The specified queue does not exist/,
    /^(?:Connection refused: (?:Not authorized|Identifier|Server|Bad|Unacceptable)|connack timeout|client disconnecting$|Keepalive timeout|NATS|NO_RESPONDERS|no responders)/i,
    /^(?:Closed|connection) (?:due to|error: )(?:backoff|connect|Client)|^Connection error: /,
    /^Unable to connect to (?:broker|Kafka|RabbitMQ|the server|remote host)\b/i,
  ],
  matchTyped: [
    /^TypeError: (?:terminated|fetch failed)(?=$|\n|:)/,
    /^KafkaJS\w*: /,
    /^SocketError: /,
    /^(?:IllegalOperationError): (?:Channel|Connection) (?:closed|closing)/,
    /^(?:NatsError|MqttError|AmqpError|UnrecoverableError|StalledError): /,
    /^FetchError: .{1,300}, reason: (?:connect|read|socket|write) /,
  ],
  cases: [
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
    // Kafka, RabbitMQ, job queues, MQTT and NATS.
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
    // Last come words of everyday use, and what says least.
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
  ],
};
