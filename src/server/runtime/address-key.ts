import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Bytes of an IPv6 address that name its network: who has one address of a /64 has them all. */
const NETWORK_BYTES = 8;

/** IPv4 as it is, also when it comes written as IPv6; IPv6 by its /64. A proxy may hand on what is no address. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}

/** What stands for a caller's address in a counter: 22 letters, from which nobody without the key finds the address. */
export const addressKey = (key: Uint8Array, ip: string): string =>
  createHmac('sha256', key)
    .update(`address ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22);
