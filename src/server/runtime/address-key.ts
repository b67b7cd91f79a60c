import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Bytes of an IPv6 address that name the network (/64). One customer usually holds a whole /64. */
const NETWORK_BYTES = 8;

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

/**
 * Returns the keyed hash that counters store instead of the caller's address: 22 base64url characters. The address
 * cannot be recovered without the key.
 */
export const addressKey = (key: Uint8Array, ip: string): string =>
  createHmac('sha256', key)
    .update(`address ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22);
