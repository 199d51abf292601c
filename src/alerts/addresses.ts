// Which addresses a channel may reach. A name is resolved once, each address is looked at, and the connection goes to the one
// that passed: a name that answers differently the next time leads nowhere else.

import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Loopback, private, link-local (where clouds tell their secrets), shared, multicast, documentation, and the rest of IANA's list. */
const V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** The same, and forms that hold an IPv4 address: mapped, translated, 6to4 and Teredo. */
const V6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

// Two lists: one of both would take every IPv4 address for a mapped one.
const OWN_V4 = new BlockList();
for (const [network, bits] of V4) OWN_V4.addSubnet(network, bits, 'ipv4');
const OWN_V6 = new BlockList();
for (const [network, bits] of V6) OWN_V6.addSubnet(network, bits, 'ipv6');

/** An address of this machine or of a network that is not the internet. What is no address is one too. */
export function isOwnNetwork(address: string): boolean {
  const bare = address.split('%')[0] ?? '';
  const family = isIP(bare);
  if (family === 0) return true;
  return family === 6 ? OWN_V6.check(bare, 'ipv6') : OWN_V4.check(bare, 'ipv4');
}

/** The host leads to an address that alerts may not go to. */
export class OwnNetworkRefused extends Error {
  readonly code = 'OWN_NETWORK';

  constructor(host: string) {
    super(`${host} is an address of the daemon's own network; allow that with alertsToOwnNetwork`);
  }
}

/** Resolves names for a connection; fails with `OwnNetworkRefused` unless every address that a name has is allowed. */
export function toLookup(mayBeOwn: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, '');
        return;
      }
      // One that is refused among others is no mistake that anybody makes.
      const refused = !mayBeOwn && (addresses.length === 0 || addresses.some(({ address }) => isOwnNetwork(address)));
      if (refused) done(new OwnNetworkRefused(host), '');
      else give(addresses, options.all === true, done);
    });
  };
}

function give(addresses: LookupAddress[], wantsAll: boolean, done: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (wantsAll) done(null, addresses);
  else done(null, first?.address ?? '', first?.family ?? 0);
}

/** Throws for a host that is written as an address: no name is resolved for it. */
export function assertReachable(host: string, mayBeOwn: boolean): void {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  if (!mayBeOwn && isIP(bare) !== 0 && isOwnNetwork(bare)) throw new OwnNetworkRefused(bare);
}

/** One address that a host has and that is allowed, for a connection that somebody else makes. */
export async function resolveAllowed(host: string, mayBeOwn: boolean): Promise<string> {
  if (isIP(host) !== 0) {
    assertReachable(host, mayBeOwn);
    return host;
  }
  return new Promise((resolve, reject) => {
    toLookup(mayBeOwn)(host, { family: 0 }, (error, address) => {
      if (error !== null) reject(error);
      else resolve(Array.isArray(address) ? (address[0]?.address ?? '') : address);
    });
  });
}
