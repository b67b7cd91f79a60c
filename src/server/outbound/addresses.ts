import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `host:port` that may be requested at any address (CRAWL_ALLOW). */
export type AllowList = ReadonlySet<string>;

const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
/** Formally public, but inside Azure it is an internal service that hands out credentials. */
const AZURE_WIRE_SERVER = '168.63.129.16';
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|home\.arpa|onion)$/;

/** Canonical. False for anything that is not an address, has a zone, or is private, reserved, mapped or tunnelled. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast' || address.toString() === AZURE_WIRE_SERVER) return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST, 3);
}

/** As in an allow list: lower case, no trailing dot, explicit port. */
export function hostPort(url: { protocol: string; hostname: string; port?: string | null }): string {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const bracketed = isIP(host) === 6 ? `[${host}]` : host;
  return `${bracketed}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}

/** Throws on an invalid entry, because a typo would otherwise go unnoticed. */
export function readAllowList(entries: readonly string[]): AllowList {
  return new Set(
    entries.map((entry) => {
      const port = /:(\d{1,5})$/.exec(entry.trim())?.[1];
      if (!port || !URL.canParse(`http://${entry.trim()}`)) throw new Error(`not a host:port to allow: ${entry}`);
      return hostPort({ protocol: 'http:', hostname: new URL(`http://${entry.trim()}`).hostname, port });
    }),
  );
}

/**
 * Null if allowed. The URL parser has normalized unusual IPv4 forms (decimal, octal, hexadecimal, short, full-width).
 */
export function refuseUrl(url: string | URL, allow: AllowList = new Set()): 'bad_url' | 'address_refused' | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  if (!parsed) return 'bad_url';
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return 'bad_url';
  if (parsed.username || parsed.password || !parsed.hostname) return 'bad_url';
  const target = hostPort(parsed);
  if (allow.has(target)) return null;
  if (!/:(?:80|443)$/.test(target)) return 'address_refused';
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'address_refused';
  return PRIVATE_NAME.test(host) || !host.includes('.') ? 'address_refused' : null;
}
