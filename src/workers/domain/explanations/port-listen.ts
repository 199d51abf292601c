import type { Pattern } from '../pattern.js';

export const PORT_LISTEN: Pattern = {
  id: 'port-listen',
  title: 'Server cannot listen',
  text: 'The port is already in use: another process is listening on it, often an older instance of this server that was not stopped.',
  suggestion:
    'Stop the process that holds the port (lsof -i :3000 shows it), or choose another port in the configuration (PORT).',
  examples: [
    'listen EADDRINUSE: address already in use :::3000',
    'listen EACCES: permission denied 0.0.0.0:80',
    'Port should be >= 0 and < 65536. Received type number (99999).',
    { type: 'OSError', message: '[Errno 98] Address already in use', language: 'python' },
    { type: 'java.net.BindException', message: 'Address already in use', language: 'java' },
    {
      type: 'Errno::EADDRINUSE',
      message: 'Address already in use - bind(2) for "127.0.0.1" port 3000',
      language: 'ruby',
    },
    { message: 'listen tcp :8080: bind: address already in use', language: 'go' },
  ],
  counterexamples: ['Port 12 is occupied by the ferry Elena', 'Address already in use by customer 881'],
  signs: {
    codes: ['EADDRINUSE'],
    classes: ['BindException', 'PortInUseException', 'AddrInUse'],
    says: [
      /^(?:\[::\]|Failed to bind to address )\S{0,120}: address already in use|^Ports are not available: |\bport is already allocated\b/,
    ],
  },
  otherSigns: [{ says: ['Could not create server TCP listening socket'], where: ['ddress already in use'] }],
  match: [
    /(?:^|: )(?:\S{1,40}[ .])?[Pp]ort should be (?:>= 0|> 0|a number)|(?:^|: )Port \d{2,5} is (?:already )?(?:in use|occupied|taken|being used)(?=$|[.,!\n]| by (?:another|process)| on)|^Something is already running on port \d|^(?:Invalid port(?: number)?: \S+|bind: )|(?:^|: )(?:Listen method has been called more than once|Server is not running\.?$|Fastify instance is already listening|Fastify is already listening)|^(?:Only one usage of each socket address|Address already in use(?=$| \(|:)|Failed to (?:bind|listen)(?: to| on) (?:address|port|\d|\[|localhost))/,
  ],
  cases: [
    {
      id: 'socket-file',
      signs: {
        codes: ['EACCES', 'EPERM', 'ENOENT'],
        where: [
          'listen EACCES: permission denied /',
          'listen EPERM: operation not permitted /',
          'listen ENOENT: no such file or directory /',
        ],
      },
      text: 'The server listens on a socket file (a Unix socket) and may not create it there: its folder does not exist, or the user of the process has no permission to write into it.',
      suggestion:
        'Create the folder before the start (such as /run/shop, owned by this user), or set the path to a folder that it may write to.',
      examples: ['listen EACCES: permission denied /run/shop/api.sock'],
    },
    {
      id: 'not-permitted',
      signs: { codes: ['EACCES', 'EPERM'], where: ['listen', 'bind'] },
      when: ['EACCES', 'EPERM', 'permission denied'],
      text: 'The process has no permission to listen on this port: ports below 1024 need root privilege on most systems, and some ranges are reserved on Windows.',
      suggestion:
        'Use a port above 1024 behind a proxy, or grant the privilege (cap_net_bind_service) instead of running as root.',
      examples: ['listen EACCES: permission denied 0.0.0.0:80', 'listen tcp :80: bind: permission denied'],
    },
    {
      id: 'no-such-address',
      signs: { codes: ['EADDRNOTAVAIL', 'EAFNOSUPPORT'] },
      when: ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAFNOSUPPORT', 'cannot assign'],
      text: 'The server cannot bind to this address: the host address belongs to no network interface of this machine.',
      suggestion:
        'Listen on 0.0.0.0 (all interfaces) or on an address this machine really has, and check the HOST setting.',
      examples: ['listen EADDRNOTAVAIL: address not available 10.9.8.7:3000'],
    },
    {
      id: 'bad-port',
      signs: { codes: ['ERR_SOCKET_BAD_PORT'] },
      otherSigns: [{ says: ['port must be 0-65535$', 'port must be 0-65535.$'] }],
      when: /should be|BAD_PORT|Invalid port/i,
      text: 'The port number is not valid: it must be a number in the range 0 to 65535. Often the config value is missing or is not a number.',
      suggestion: 'Check the PORT setting in the config or environment, and convert it to a number before you listen.',
      examples: ['Port should be >= 0 and < 65536. Received type number (99999).'],
    },
    {
      id: 'already-listening',
      signs: {
        codes: [
          'ERR_SERVER_ALREADY_LISTEN',
          'ERR_SERVER_NOT_RUNNING',
          'ERR_SOCKET_ALREADY_BOUND',
          'FST_ERR_REOPENED_SERVER',
          'FST_ERR_REOPENED_CLOSE_SERVER',
        ],
      },
      when: /more than once|not running|already listening|ALREADY_LISTEN|NOT_RUNNING|already bound/i,
      text: 'The server was told to listen although it is already listening, or to close although it is not running.',
      suggestion:
        'Call listen once (a test may import the app and start it again), and wait for the listening event before you close it.',
      examples: ['Server is not running.'],
    },
  ],
};
