import ipaddr from 'ipaddr.js';
import { keyedHash, type SecretKey } from './secrets.ts';

/** IPv6 /64: one customer usually holds a whole one. */
const NETWORK_BYTES = 8;

const hashed = (key: SecretKey, text: string): string => keyedHash(key, text).digest('base64url').slice(0, 22);

/**
 * IPv4 as it is (also when IPv4-mapped); IPv6 as its /64. What is no address, which a proxy may send, stays unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}

/** Roughly: /24 and /48, which one person may hold whole. */
const WIDE_BYTES = { ipv4: 3, ipv6: 6 };

/** To count people where a few more or less do not matter. */
export function networkKey(key: SecretKey, ip: string): string {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
  const bytes = address && Buffer.from(address.toByteArray().slice(0, WIDE_BYTES[address.kind()]));
  return hashed(key, `network ${bytes?.toString('hex') ?? ip}`);
}

/** 22 base64url characters; the address cannot be recovered without the key. */
export const addressKey = (key: SecretKey, ip: string): string => hashed(key, `address ${networkOf(ip)}`);
