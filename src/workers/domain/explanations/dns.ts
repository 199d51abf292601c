import type { Pattern } from '../pattern.js';

export const DNS: Pattern = {
  id: 'dns',
  title: 'Host name cannot be resolved',
  text: 'The hostname (host name) of the server could not be resolved to an address by DNS. The name is misspelled or does not exist, the name service had a temporary failure, or this machine or container has no network.',
  suggestion:
    'Check the host name in the URL or configuration (no protocol or path in it), whether it resolves on this machine, and the DNS settings of the container; retry temporary failures after a pause.',
  examples: [
    'getaddrinfo ENOTFOUND api.example.invalid',
    'queryA ENOTFOUND api.example.invalid',
    { type: 'socket.gaierror', message: '[Errno -2] Name or service not known', language: 'python' },
    {
      type: 'java.net.UnknownHostException',
      message: 'api.example.invalid: Name or service not known',
      language: 'java',
    },
    { type: 'java.nio.channels.UnresolvedAddressException', message: '', language: 'java' },
    { message: 'lookup api.example.invalid on 10.0.0.2:53: no such host', language: 'go' },
    { message: 'failed to lookup address information: Name or service not known', language: 'rust' },
    'php_network_getaddresses: getaddrinfo failed: Name or service not known',
    'curl: (6) Could not resolve host: api.example.invalid',
    'Failed to load resource: net::ERR_NAME_NOT_RESOLVED',
  ],
  counterexamples: ['Name or service not known to the concierge'],
  signs: {
    codes: [
      'ENOTFOUND',
      'EAI_*',
      'EDNS',
      'ESERVFAIL',
      'ENODATA',
      'ETIMEOUT',
      'ERR_NAME_NOT_RESOLVED',
      'ERR_NAME_RESOLUTION_FAILED',
      'CR_UNKNOWN_HOST',
      'curl 6',
    ],
    classes: [
      'gaierror',
      'ClientConnectorDNSError',
      'ResolvError',
      'ResolvTimeout',
      'UnknownHostException',
      'UnresolvedAddressException',
      'NameResolutionError',
      'DNSException',
    ],
    says: [
      /\bunable to resolve host address |\b(?:Temporary failure in name resolution|Name or service not known(?=$|[\n:;.)'"\]]| \()|nodename nor servname provided|No address associated with hostname)\b|(?:^|: )[Cc]ould not resolve host(?:name)?: \S|(?:^|: )(?:lookup \S+(?: on \S+)?: )no such host$|\bphp_network_getaddresses: |^No such host is known/,
    ],
  },
  match: [
    /\bgetaddrinfo (?:E[A-Z_]+|failed|for )|\bquery(?:A|Aaaa|Srv|Txt|Mx|Ns|Cname|Ptr|Soa|Any|Naptr|Caa)? (?:E[A-Z]{3,}|(?=_mongodb))|^A server with the specified hostname could not be found|(?:^|: )Unable to resolve host ["']|(?:^|: )(?:Invalid IP address: |Hostname could not be resolved|DNS (?:lookup|resolution|query) (?:failed|timed out|error))|\bFailed to resolve '[\w.-]+' \(\[Errno/,
  ],
};
