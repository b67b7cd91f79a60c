import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Bytes of an IPv6 address that name the network (/64). One customer usually holds a whole /64. */
const NETWORK_BYTES = 8;

const hashed = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

/**
 * Returns an IPv4 address as it is (also when written as IPv4-mapped IPv6) and the /64 network of an IPv6 address. A
 * value that is no address, which a proxy may send, is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}

/** Bytes of an address that tell providers' customers apart only roughly: /24 and /48, which one person may hold whole. */
const WIDE_BYTES = { ipv4: 3, ipv6: 6 };

/** Returns a keyed hash of the wide network of an address, to count people where a few more or less do not matter. */
export function networkKey(key: Uint8Array, ip: string): string {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
  const bytes = address && Buffer.from(address.toByteArray().slice(0, WIDE_BYTES[address.kind()]));
  return hashed(key, `network ${bytes?.toString('hex') ?? ip}`);
}

/**
 * Returns the keyed hash that counters store instead of the caller's address: 22 base64url characters. The address
 * cannot be recovered without the key.
 */
export const addressKey = (key: Uint8Array, ip: string): string => hashed(key, `address ${networkOf(ip)}`);
