/**
 * Whether a page with this host name is served from this machine, as in development: no name that a DNS server may point
 * elsewhere (RFC 6761, 6.3). A browser writes IPv4 addresses with four numbers, and IPv6 ones short.
 */
export function isLocalName(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
