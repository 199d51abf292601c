import { isIP } from 'node:net';

/** An address, or with a prefix the network that it begins. */
export interface ProxyAddress {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number | null;
}

/** Reads `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`; null for what is neither an address nor a network. */
export function parseProxyAddress(text: string): ProxyAddress | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return null;
  const bits = prefix === undefined ? null : Number(prefix);
  if (bits !== null && bits > (family === 4 ? 32 : 128)) return null;
  return { address, family: family === 4 ? 'ipv4' : 'ipv6', prefix: bits };
}
