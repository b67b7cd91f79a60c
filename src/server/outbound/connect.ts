import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, hostPort, isPublicAddress } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}
/** In the order to try them. Rejects when there are none. */
export type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveBySystem: ResolveHost = (hostname) => systemLookup(hostname, { all: true });

/** The socket connects to exactly what was checked: no DNS rebinding. One bad address rejects the whole name. */
export function checkedLookup(resolve: ResolveHost, isAcceptable: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !isAcceptable(address));
        const [first] = addresses;
        if (refused || !first) {
          const detail = refused ? `${hostname} is at ${refused.address}` : `${hostname} has no address`;
          callback(new OutboundError(refused ? 'address_refused' : 'unreachable', detail), '', 0);
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

/** For all sockets. Hosts that are not on the allow list are only reached at public addresses. */
export function guardedConnector(allow: AllowList, resolve: ResolveHost): buildConnector.connector {
  const options = { timeout: 10_000, allowH2: false };
  const dialAllowed = buildConnector({ ...options, lookup: checkedLookup(resolve, () => true) });
  const dialPublic = buildConnector({ ...options, lookup: checkedLookup(resolve, isPublicAddress) });
  return (target, callback) => {
    if (allow.has(hostPort(target))) return dialAllowed(target, callback);
    // Sockets do not look up IP literals, so literals are checked here.
    if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname))
      return callback(new OutboundError('address_refused', target.hostname), null);
    return dialPublic(target, callback);
  };
}
