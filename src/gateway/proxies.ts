// Who calls through a proxy. A proxy says in X-Forwarded-For whom it calls for; anybody else may write there what they like.

import { BlockList, isIP } from 'node:net';
import { FORWARDED_ADDRESSES_MAX } from '../limits.js';
import { parseProxyAddress } from '../proxy-address.js';

/**
 * The address that a call comes from, of the address of its connection and of its header `X-Forwarded-For`; null where the
 * connection is no trusted proxy's, or the proxy names nobody.
 */
export type ProxiedAddress = (peer: string, forwardedFor: string) => string | null;

/** For the proxies at these addresses and networks. The configuration has checked them; what is none is left out. */
export function toProxiedAddress(trusted: readonly string[]): ProxiedAddress {
  const proxies = new BlockList();
  for (const proxy of trusted.map(parseProxyAddress)) {
    if (proxy === null) continue;
    const { address, family, prefix } = proxy;
    if (prefix === null) proxies.addAddress(address, family);
    else proxies.addSubnet(address, prefix, family);
  }
  const isProxy = (address: string): boolean => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (peer, forwardedFor) => {
    if (!isProxy(peer)) return null;
    // Each proxy adds whom it was called by, so the last one that is no proxy of ours is the caller. What stands before it is
    // what the caller says.
    const named = forwardedFor.split(',').slice(-FORWARDED_ADDRESSES_MAX).map(toAddress).reverse();
    const caller = named.find((address) => !isProxy(address));
    return caller !== undefined && isIP(caller) !== 0 ? caller : null;
  };
}

/** Some proxies add the port, and write an IPv6 address in brackets then; some write an IPv4 address as one of IPv6. */
function toAddress(text: string): string {
  const trimmed = text.trim();
  const [, inBrackets, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(trimmed) ?? [];
  return (inBrackets ?? withPort ?? trimmed).replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Of an address in words, what tells senders apart: of IPv6 the first half, because whoever has one has 2^64. */
export function toSenderKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
