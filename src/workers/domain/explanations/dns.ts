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
    'Failed to load resource: net::ERR_NAME_NOT_RESOLVED',
  ],
  match: [
    /\bgetaddrinfo (?:E[A-Z_]+|failed|for )/,
    /\bquery(?:A|Aaaa|Srv|Txt|Mx|Ns|Cname|Ptr|Soa|Any|Naptr|Caa)? (?:E[A-Z]{3,}|(?=_mongodb))/,
    /\b(?:net::)?ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)\b|\bDNS_PROBE_\w+/,
    /(?:^|: )(?:ENOTFOUND|EAI_[A-Z]+|EDNS|ESERVFAIL|ENODATA)(?=$|[\s:,)])|\b(?:connect|lookup|getHostByAddr) (?:ENOTFOUND|EAI_[A-Z]+|EDNS|ESERVFAIL|ENODATA)(?=$|[\s:,)])/,
    /(?:^|: )(?:Temporary failure in name resolution|Name or service not known|nodename nor servname provided|Name does not resolve|No address associated with hostname)/,
    /\b(?:Temporary failure in name resolution|Name or service not known|nodename nor servname provided)\b/,
    /^A server with the specified hostname could not be found/,
    /(?:^|: )[Cc]ould not resolve host(?:name)?: \S/,
    /(?:^|: )(?:lookup \S+(?: on \S+)?: )?no such host$/,
    /(?:^|: )Unable to resolve host ["']/,
    /(?:^|: )(?:Invalid IP address: |Hostname could not be resolved|DNS (?:lookup|resolution|query) (?:failed|timed out|error))/,
    /\bFailed to resolve '[\w.-]+' \(\[Errno/,
  ],
  matchTyped: [/^UnknownHostException: /],
};
