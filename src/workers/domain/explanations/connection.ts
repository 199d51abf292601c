import type { Pattern } from '../pattern.js';

export const CONNECTION: Pattern = {
  id: 'connection',
  title: 'Connection refused or lost',
  text: 'The network connection was dropped: the other side closed or reset it (hang up) before the response was complete. The server crashed or restarted, a proxy gave up, or an idle connection was used again after it had ended.',
  suggestion:
    'Look into the log of the other server, let its keep-alive timeout be longer than that of the client, and retry requests that are safe to repeat with a growing pause.',
  examples: ['connect ECONNREFUSED 127.0.0.1:8080', 'socket hang up', 'This server does not host this topic-partition'],
  counterexamples: [
    'The group is rebalancing its members between the two coaches',
    'Broker: Not available on Sundays',
    'Train connection lost: 4 minutes are too short',
    'Connection refused: bus 12 does not wait for train 7',
    'Host is down with flu: replace the moderator',
    'Broken pipe in flat 4',
  ],
  match: [
    /(?:^|: )(?:socket hang up(?=$|\n|\.|,)|other side closed|This socket has been ended by the other party|Socket (?:is )?closed(?=$|\.|\n)|This socket is closed(?=\.?$)|Socket connection (?:closed|timeout)|Connection (?:closed|ended) unexpectedly(?=$|\.)|socket disconnected|The socket (?:has been|was) (?:closed|disconnected))|(?:^|: )Connection (?:closed|lost|reset|refused)(?: by (?:peer|remote|server|foreign host)|: (?:The server|\d{3} )|(?=\.?$|\n))/,
  ],
  matchTyped: [/^TypeError: terminated(?=$|\n|:)|^FetchError: .{1,300}, reason: (?:connect|read|socket|write) /],
  cases: [
    {
      id: 'local-socket',
      signs: {
        says: ['^Cannot connect to the Docker daemon'],
        codes: ['ENOENT', 'EACCES', 'EPERM'],
        where:
          /\bconnect E(?:NOENT|ACCES|PERM)\b(?! \S{0,200}(?:\.s\.PGSQL\.|mysqld?\.sock))|\bdial unix .{1,200}: connect: |[Dd]ocker daemon/,
      },
      otherSigns: [{ codes: ['ENOENT', 'ECONNREFUSED', 'EACCES'], where: ['fetching server API version'] }],
      text: 'The program connects to a local socket file that does not exist or that it may not open: the service behind it (such as the Docker daemon or a database) is not running, or its socket lies elsewhere.',
      suggestion:
        'Start the service, check the path of the socket, mount it into the container, and give the user of this process access to it.',
      examples: ['connect ENOENT /var/run/docker.sock'],
    },
    {
      id: 'browser-connection',
      signs: {
        codes: [
          'ERR_CONNECTION_*',
          'auth/network-request-failed',
          'ERR_EMPTY_RESPONSE',
          'ERR_ADDRESS_UNREACHABLE',
          'ERR_SOCKET_NOT_CONNECTED',
          'ERR_PROXY_CONNECTION_FAILED',
          'ERR_TUNNEL_CONNECTION_FAILED',
          'ERR_QUIC_*',
        ],
      },
      text: 'The browser had no network connection to the server, or lost it: the server is not running or listening (it refused the connection), cannot be reached, a proxy or firewall is in the way, or the user is offline.',
      suggestion:
        'Check that the server runs and can be reached at this URL, retry with a delay, and show users an offline state.',
      examples: [
        'Failed to load resource: net::ERR_CONNECTION_REFUSED',
        'page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/',
      ],
    },
    {
      id: 'refused',
      signs: {
        codes: ['ECONNREFUSED', 'curl 7'],
        classes: [
          'ConnectionRefusedError',
          'ConnectionRefused',
          'ConnectException',
          'HttpHostConnectException',
          'NewConnectionError',
          'HttpConnectTimeoutError',
          'ConnectionFailed',
          'ClientConnectorError',
        ],
        says: [
          /\bFailed to connect to \S{1,253} port \d{1,5}(?: after \d{1,8} ms)?: (?:Couldn't connect to server|Connection refused)|^The connection to the server \S{1,200} was refused - did you|^(?:All connection attempts failed|None of the specified endpoints were reachable|Could not connect to (?:the endpoint URL: .{1,300}|host))$|^Connection refused executing [A-Z]{3,7} |^No connection could be made because the target machine actively refused it|^Cannot connect to host \S{1,200}:\d{1,5} ssl:/,
        ],
        saysAmongErrors: ['^Connection refused ('],
      },
      otherSigns: [{ classes: ['NoValidConnectionsError'] }, { classes: ['AnnotatedConnectException'] }],
      text: 'The connection was refused: no server is running or listening at this host and port.',
      suggestion:
        'Start the server and check host and port. Inside a container localhost is the container itself, so use the name of the service; and localhost may mean ::1 while the server listens on 127.0.0.1.',
      examples: [
        { type: 'httpx.ConnectError', message: 'All connection attempts failed', language: 'python' },
        'connect ECONNREFUSED 127.0.0.1:8080',
        { type: 'ConnectionRefusedError', message: '[Errno 111] Connection refused', language: 'python' },
        {
          type: 'Errno::ECONNREFUSED',
          message: 'Connection refused - connect(2) for "localhost" port 8080',
          language: 'ruby',
        },
        { type: 'java.net.ConnectException', message: 'Connection refused', language: 'java' },
        { message: 'dial tcp 127.0.0.1:8080: connect: connection refused', language: 'go' },
        { message: 'Os { code: 111, kind: ConnectionRefused, message: "Connection refused" }', language: 'rust' },
        "curl: (7) Failed to connect to 127.0.0.1 port 8080 after 0 ms: Couldn't connect to server",
      ],
    },
    {
      id: 'unreachable',
      signs: {
        codes: ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN'],
        classes: ['NoRouteToHostException', 'NetworkUnreachable'],
      },
      text: 'The host cannot be reached: there is no route through the network to this address, for example without VPN, behind a firewall, or with IPv6 that does not work.',
      suggestion:
        'Check address, network and firewall rules from this very machine or container, and prefer IPv4 if IPv6 is broken.',
      examples: ['connect EHOSTUNREACH 10.0.0.5:443'],
    },
    {
      id: 'proxy',
      signs: {
        codes: ['HTTP 407', 'curl 5', 'curl 97'],
        classes: ['ProxyError', 'ProxyConnectionError', 'ProxyAuthenticationRequiredException'],
        says: [
          /(?:^|: )(?:Proxy connection ended before receiving CONNECT|tunneling socket could not be established|Proxy response \(\d{3}\)|Socks5 proxy rejected|Proxy CONNECT)/,
        ],
      },
      text: 'The connection through the proxy failed: the proxy refused it, wants a login, or cannot reach the server.',
      suggestion:
        'Check the proxy settings (HTTPS_PROXY, NO_PROXY), its user and password, and whether it allows this host and port.',
      examples: ['tunneling socket could not be established, statusCode=407'],
    },
    {
      id: 'not-http',
      signs: {
        codes: ['HPE_*', 'curl 8'],
        classes: ['BadStatusLine', 'LineTooLong', 'BadHttpMessage', 'NetHTTPBadResponse'],
        says: [/^net\/http: HTTP\/1\.x transport connection broken: malformed HTTP|(?:^|: )Parse Error(?:: |$)/],
      },
      text: 'The HTTP response (or request) could not be parsed: the other side does not speak HTTP on this port, or sent headers that break the protocol.',
      suggestion:
        'Check that the port really serves HTTP (and not HTTPS or something else), and look at the raw answer with curl -v.',
      examples: ['Parse Error: Expected HTTP/, RTSP/ or ICE/'],
    },
    // Kafka, RabbitMQ, job queues, MQTT and NATS.
    {
      id: 'kafka',
      signs: {
        classes: [
          'LeaderNotAvailableException',
          'NotLeaderOrFollowerException',
          'NotLeaderForPartitionError',
          'UnknownTopicOrPartitionException',
          'UnknownTopicOrPartitionError',
          'CommitFailedException',
          'RebalanceInProgressException',
          'NoBrokersAvailable',
          'KafkaTimeoutError',
          'KafkaConnectionError',
          'KafkaJSProtocolError',
          'KafkaJSNumberOfRetriesExceeded',
          'KafkaJSConnectionError',
          'KafkaJSRequestTimeoutError',
          'KafkaJSError',
          'KafkaJSNonRetriableError',
        ],
        says: [
          /^(?:There is no leader for this topic-partition|This server does not host this|The coordinator is (?:not|loading)|The group is rebalancing, so a rejoin|Messages are rejected since there are fewer in-sync|The request included a message larger than the max|Specified group generation id|This is not the (?:correct coordinator|leader)|Not authorized to access (?:group|topics)|Replication-factor is invalid|Topic creation errors|Unable to connect to Kafka\b)/,
          /^(?:Broker: (?:Unknown (?:topic|member|error)|Not (?:leader|enough|coordinator)|Leader not|Message (?:size|timed)|Group (?:rebalance|coordinator|authorization|load)|Specified group|Request timed|Offset out|Topic (?:authorization|already|exception)|Invalid (?:topic|message|session|required|replication)|Coordinator (?:not|load)|Replica not|Unsupported)|Local: (?:Broker|All broker|Unknown (?:topic|partition)|Timed out|Message|Queue|Host|Erroneous|No offset))/,
        ],
        saysAmongErrors: [
          /^(?:The requested offset is (?:outside|not within)|Topic with this name already exists|The (?:client|member) (?:id|session))/,
        ],
      },
      otherSigns: [
        { libraries: 'kafkajs, node-rdkafka, confluent_kafka, aiokafka, org.apache.kafka'.split(', ') },
        {
          classes:
            'KafkaJSOffsetOutOfRange, KafkaJSMemberIdRequired, KafkaJSConnectionClosedError, KafkaJSMetadataNotLoaded, KafkaJSTopicMetadataNotLoaded, KafkaJSStaleTopicMetadataAssignment, KafkaJSDeleteGroupsError, KafkaJSServerDoesNotSupportApiKey, KafkaJSBrokerNotFound, KafkaJSPartialMessageError, KafkaJSSASLAuthenticationError, KafkaJSGroupCoordinatorNotFound, KafkaJSTimeout, KafkaJSLockTimeout, KafkaJSCreateTopicError, KafkaJSAggregateError'.split(
              ', ',
            ),
        },
        { classes: ['DisconnectException'], libraries: ['org.apache.kafka'] },
        {
          classes:
            'OffsetOutOfRangeException, InvalidTopicException, TopicAuthorizationException, GroupAuthorizationException, ProducerFencedException, NotEnoughReplicasException, TopicExistsException, NotCoordinatorException, SaslAuthenticationException, KafkaStorageException'.split(
              ', ',
            ),
        },
      ],
      text: 'Kafka refused this request: the topic or partition does not exist on this broker, has no leader at the moment, or the consumer group is moving its members around.',
      suggestion:
        'Create the topic first, retry after a pause (elections and rebalances take seconds), and check the broker addresses and the rights of the client.',
      examples: [
        'There is no leader for this topic-partition as we are in the middle of a leadership election',
        'This server does not host this topic-partition',
      ],
    },
    {
      id: 'kafka-message',
      signs: { classes: ['RecordDeserializationException'] },
      otherSigns: [{ classes: ['SerializationException'], libraries: ['org.apache.kafka'] }],
      text: 'A message of a Kafka topic could not be deserialized (or serialized): its bytes are not in the format that the deserializer expects, because a producer wrote another format or schema, or the record is damaged.',
      suggestion:
        'Compare the serializer of the producer with the deserializer of the consumer and the schema, and let an error handling deserializer or a dead letter topic take such records, or the consumer stops at this offset.',
      examples: [
        {
          type: 'org.apache.kafka.common.errors.SerializationException',
          message: 'Error deserializing key/value for partition orders-0 at offset 12',
          language: 'java',
        },
      ],
    },
    {
      id: 'rabbitmq',
      signs: {
        classes: [
          'AMQPConnectionError',
          'AMQPChannelError',
          'AMQPHeartbeatTimeout',
          'ChannelClosedByBroker',
          'ConnectionClosedByBroker',
          'ChannelWrongStateError',
          'ConnectionWrongStateError',
          'AlreadyClosedException',
          'ShutdownSignalException',
          'OperationInterruptedException',
          'AmqpConnectException',
          'StreamLostError',
          'AMQPIOException',
          'AMQPRuntimeException',
          'IllegalOperationError',
          'AmqpError',
        ],
        says: [
          /^(?:Channel closed by server: \d|Operation failed: \w+; \d{3}|Handshake terminated by server|Connection closed: \d{3} \(|Channel ended, no reply|Socket closed abruptly during opening handshake|Expected Connection\w+; got)|\b(?:PRECONDITION_FAILED|NOT_FOUND|ACCESS_REFUSED|RESOURCE_LOCKED|CHANNEL_ERROR|CONNECTION_FORCED|UNEXPECTED_FRAME) - /,
        ],
        saysAmongErrors: [
          /^(?:Heartbeat timeout$|Connection closed by (?:client|server)|Unexpected close$|Unable to connect to RabbitMQ\b)/,
        ],
      },
      otherSigns: [{ libraries: 'amqplib, amqp-connection-manager, pika, aio_pika, com.rabbitmq'.split(', ') }],
      text: 'RabbitMQ closed the channel or connection: the queue or exchange does not exist or was declared with other settings, the login was refused, or the heartbeat was missed.',
      suggestion:
        'Declare queues with the same options everywhere (or delete the old queue), check user, virtual host and URL, and open a new channel after an error.',
      examples: ['Operation failed: QueueDeclare; 406 (PRECONDITION-FAILED)'],
    },
    {
      id: 'job-queue',
      signs: {
        classes: ['UnrecoverableError', 'StalledError'],
        says: [
          /^(?:job stalled more than allowable limit|Missing lock for job |Missing process handler for job|Missing key for job |Lock mismatch for job|Queue name cannot contain|Custom Ids? cannot (?:be integers|contain))/,
        ],
        saysAmongErrors: [/^Job \S+ (?:could not be removed|is not in the|could not be)|^Queue name must\b/],
      },
      otherSigns: [{ libraries: 'bullmq, bull, bee-queue, agenda, pg-boss, kue'.split(', ') }],
      text: 'The job queue could not work on this job: the queue does not exist (or has another URL or region), no process handler is defined for the job, the job is gone or has lost its lock, or its worker stalled because its event loop was busy or it crashed.',
      suggestion:
        'Check the name of the queue and that its worker runs, keep the event loop free during long jobs, and raise the lock duration if they really take longer.',
      examples: ['job stalled more than allowable limit'],
    },
    {
      id: 'mqtt-or-nats',
      signs: {
        classes: ['MqttException', 'NoRespondersError', 'NoServersError', 'NatsError', 'MqttError'],
        says: [
          /^(?:Connection refused: (?:Not authorized$|Identifier rejected|Server unavailable|Bad username or password|Unacceptable protocol)|connack timeout|client disconnecting$|Keepalive timeout|NATS: |nats: |NO_RESPONDERS|no responders available)/i,
        ],
      },
      otherSigns: [{ libraries: 'mqtt, nats, @nats-io, paho'.split(', ') }],
      text: 'The message broker (MQTT or NATS) refused or lost this connection: the login or client id is not accepted, it did not answer in time, or nobody listens to this subject.',
      suggestion:
        'Check URL, user and client id (each client needs one of its own), and let the client reconnect with a pause.',
      examples: ['connack timeout'],
    },
    // Last come words of everyday use, and what says least.
    {
      id: 'http2',
      signs: {
        codes: ['ERR_HTTP2_*', 'NGHTTP2_*', 'curl 16', 'curl 92'],
        classes: ['StreamResetException', 'ConnectionShutdownException', 'StreamError'],
        says: [
          /^http2: |^stream error: stream ID \d|^(?:The session has been destroyed$|New streams cannot be created after receiving a GOAWAY|Session closed with error code|The pending stream has been canceled|HTTP\/2: )/i,
        ],
      },
      text: 'The HTTP/2 connection or one of its streams was closed by the other side or by this program, before the response was complete.',
      suggestion:
        'Open a new session after a close (servers end them regularly with GOAWAY), and retry requests that are safe to repeat.',
      examples: ['New streams cannot be created after receiving a GOAWAY'],
    },
    {
      id: 'fetch-failed',
      signs: { says: [/^fetch failed(?=$|\n|:)|: fetch failed$/] },
      text: 'fetch got no response: the network connection to the server failed. Its `cause` says why: refused, host name not found, timed out, or a certificate that is not trusted.',
      suggestion:
        'Log error.cause, and check that the server runs and that host, port and protocol of the URL are right.',
      examples: ['fetch failed'],
    },
    {
      id: 'client-closed',
      signs: {
        codes: ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'],
        classes: ['ClientClosedException', 'ClientDestroyedError'],
        says: [
          '^Cannot send a request, as the client has been closed',
          '^Cannot open a client instance, as the client has been closed',
          '^Cannot reopen a client instance',
        ],
        saysAmongErrors: [/^(?:Connection pool shut down|Session is closed|The client is (?:closed|destroyed))\.?$/],
      },
      otherSigns: [
        {
          says: [
            '^The producer is disconnected$',
            '^The consumer is disconnected$',
            '^The admin client is disconnected$',
          ],
        },
        { says: ['^Session is closed$'], languages: ['python'] },
      ],
      text: 'The HTTP client (session or connection pool) was already closed when the code used it: its block (with, using, a request) had ended, or a shutdown closed it while requests were still to be sent.',
      suggestion:
        'Make one client for the whole life of the app and close it last, or send the request inside the block that opens the session.',
      examples: [
        { type: 'RuntimeError', message: 'Session is closed', language: 'python' },
        { type: 'ClientClosedError', message: 'The client is closed', code: 'UND_ERR_CLOSED' },
      ],
    },
    {
      id: 'no-answer',
      signs: {
        classes:
          'ResourceAccessException, WebClientRequestException, RetryableException, MaxRetryError, RetryError, HttpRequestException, ConnectError, ConnectionError, APIConnectionError, ClientConnectionError, SdkClientException, ProcessingException'.split(
            ', ',
          ),
        isLast: true,
      },
      text: 'A request to another service got no answer: the service is not running or not reachable at this address, or the network dropped the connection. The innermost cause, where there is one, says which.',
      suggestion:
        'Read the cause of the error, try the address from the same machine or container, look into the log of the other service, and retry calls that are safe to repeat.',
      examples: [
        {
          type: 'org.springframework.web.client.ResourceAccessException',
          message: 'I/O error on GET request for "http://inventory:8080/stock"',
          language: 'java',
        },
        { type: 'requests.exceptions.ConnectionError', message: "('Unexpected answer', None)", language: 'python' },
      ],
    },
    {
      id: 'dropped',
      signs: {
        codes: [
          'ECONNRESET',
          'ECONNABORTED',
          'ENOTCONN',
          'ENETRESET',
          'ERR_SOCKET_CLOSED',
          'UND_ERR_SOCKET',
          'curl 52',
          'curl 55',
          'curl 56',
        ],
        classes: [
          'ConnectionResetError',
          'ConnectionReset',
          'ConnectionAbortedError',
          'ConnectionAborted',
          'RemoteDisconnected',
          'ConnectionClosed',
          'ConnectionClosedError',
          'ConnectionClosedOK',
          'ConnectionClosedException',
          'NoHttpResponseException',
          'ServerDisconnectedError',
          'ClientOSError',
          'ClientPayloadError',
          'ChunkedEncodingError',
          'IncompleteRead',
          'RemoteProtocolError',
        ],
        says: [
          /\bupstream prematurely closed connection\b|\buse of closed network connection$|^connection closed before message completed|^Connection closed (?:before full header was received|while receiving data)|^end of file reached$|^(?:Get|Post|Put|Patch|Head|Delete|Options) "[^"]{1,400}": (?:unexpected )?EOF$|^The response ended prematurely|^An existing connection was forcibly closed by the remote host/,
        ],
        saysAmongErrors: [
          /^(?:Connection reset|Connection closed by remote host|Unexpected end of file from server|Server disconnected)|^\('Connection (?:aborted|broken)|^Unable to read data from the transport connection/,
        ],
      },
      otherSigns: [
        { saysAmongErrors: ['^other side closed$'] },
        { classes: ['ClosedChannelException', 'AsynchronousCloseException'], isLast: true },
        { classes: ['ClientConnectionResetError', 'PrematureCloseException'] },
      ],
      text: 'The connection was closed or reset by the other side (hang up, end of file) before the whole response had come: the server crashed or restarted, a proxy, load balancer or firewall dropped it, or an idle connection was used again after the server had closed it.',
      suggestion:
        'Look into the log of the server at this time, let its keep-alive (idle) timeout be longer than that of the client and the proxy, and retry requests that are safe to repeat.',
      examples: [
        'read ECONNRESET',
        {
          type: 'http.client.RemoteDisconnected',
          message: 'Remote end closed connection without response',
          language: 'python',
        },
        { type: 'java.net.SocketException', message: 'Connection reset', language: 'java' },
        { type: 'EOFError', message: 'end of file reached', language: 'ruby' },
        'read tcp 10.0.0.2:41210->10.0.0.3:443: read: connection reset by peer',
        'curl: (52) Empty reply from server',
      ],
    },
    {
      id: 'broken-pipe',
      signs: {
        codes: ['EPIPE'],
        classes: [
          'BrokenPipeError',
          'BrokenPipe',
          'ClientAbortException',
          'AsyncRequestNotUsableException',
          'ClientDisconnect',
        ],
      },
      text: 'The program wrote to a connection or pipe that the other side had already closed (broken pipe): the client left before it had the whole answer, or the process that reads the output has ended.',
      suggestion:
        'Treat clients that leave during a response as normal, stop writing once the connection is closed, and look into the log of the other side if it should have stayed.',
      examples: [
        'write EPIPE',
        { type: 'BrokenPipeError', message: '[Errno 32] Broken pipe', language: 'python' },
        { type: 'java.io.IOException', message: 'Broken pipe', language: 'java' },
        'write tcp 10.0.0.2:80->10.0.0.9:51210: write: broken pipe',
      ],
    },
    {
      id: 'kafka-broker',
      signs: {
        says: [
          /^Topic \S{1,200} not present in metadata after |^Local: (?:Broker|All broker|Host) |^Batch containing \d+ record/,
        ],
      },
      otherSigns: [{ classes: ['TimeoutException'], libraries: ['org.apache.kafka'] }],
      text: 'The Kafka broker or topic could not be reached in time: the topic does not exist, the broker is not running or timed out, or it advertises a host that this client cannot connect to.',
      suggestion:
        'Create the topic, check bootstrap.servers and advertised.listeners of the broker, and the settings for TLS and login of the client.',
      examples: [
        {
          type: 'org.apache.kafka.common.errors.TimeoutException',
          message: 'Topic orders not present in metadata after 60000 ms.',
          language: 'java',
        },
      ],
    },
    {
      id: 'broker-unreachable',
      signs: { classes: ['BrokerUnreachableException', 'ChannelAllocationException'] },
      otherSigns: [
        { says: ['^Socket closed abruptly during opening handshake'] },
        { says: ['^Could not connect to the AMQP server', '^Could not connect to the RabbitMQ server'] },
      ],
      text: 'The message broker (RabbitMQ) could not be reached: it is not running or listening at this host and port, or it refused the login.',
      suggestion:
        'Check that the broker is running, host, port, user and virtual host, and connect again with a pause after a restart.',
      examples: [
        {
          type: 'RabbitMQ.Client.Exceptions.BrokerUnreachableException',
          message: 'None of the specified endpoints were reachable',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'message-too-large',
      signs: { classes: ['RecordTooLargeException'] },
      text: 'The message is too large: its size is over the limit of the Kafka producer or broker (max.request.size, message.max.bytes).',
      suggestion:
        'Send a reference to large data instead of the data, compress it, or raise the limits of producer, topic and consumer together.',
      examples: [
        {
          type: 'org.apache.kafka.common.errors.RecordTooLargeException',
          message:
            'The message is 2000000 bytes when serialized which is larger than 1048576, which is the value of the max.request.size configuration.',
          language: 'java',
        },
      ],
    },
    {
      id: 'blocked-port',
      signs: { codes: ['ERR_UNSAFE_PORT'], saysAmongErrors: ['^bad port$'] },
      text: 'fetch and browsers block this port: ports of other protocols (such as 6000, 6667 and 25) are on a list of those that a web page or fetch must not call.',
      suggestion:
        'Let the server listen on another port (such as 8080), or call it with a client that does not block ports (node:http).',
      examples: [
        {
          type: 'Error',
          message: 'bad port',
          stack: 'Error: bad port\n    at makeNetworkError (node:internal/deps/undici/undici:9495:35)',
        },
      ],
    },
    {
      id: 'kafka-client',
      signs: {
        classes: ['KafkaJSNonRetriableError', 'KafkaJSError'],
        where: [
          'brokers array is empty',
          ' is disconnected',
          'Invalid topic',
          'Invalid message',
          'Producing to topic',
          'Consumer groupId must be',
          'Cannot subscribe to topic',
        ],
      },
      text: 'The Kafka client was not called as it has to be: no broker address is set, the topic or the messages are missing in the call, or it is used before connect() or after disconnect().',
      suggestion:
        'Check that the list of brokers is set in this environment, await connect() before the first call, and pass topic and messages.',
      examples: [{ type: 'KafkaJSError', message: 'The producer is disconnected' }],
    },
  ],
};
