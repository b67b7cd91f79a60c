import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, hostPort, isPublicAddress } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}
/** Every address of a name, in the order to try them; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/**
 * A lookup for sockets that hands over the very addresses it has checked: nothing is resolved again between the check
 * and the dialling. One address that is not public refuses the name as a whole.
 */
export function checkedLookup(resolve: Resolve, isAcceptable: (ip: string) => boolean): LookupFunction {
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

/** The only way to a socket: what is not on the allow list reaches public addresses alone. */
export function guardedConnector(allow: AllowList, resolve: Resolve): buildConnector.connector {
  const options = { timeout: 10_000, allowH2: false };
  const dialAllowed = buildConnector({ ...options, lookup: checkedLookup(resolve, () => true) });
  const dialPublic = buildConnector({ ...options, lookup: checkedLookup(resolve, isPublicAddress) });
  return (target, callback) => {
    if (allow.has(hostPort(target))) return dialAllowed(target, callback);
    // A socket never looks up an address literal, so a literal has to be checked before it is dialled.
    if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname))
      return callback(new OutboundError('address_refused', target.hostname), null);
    return dialPublic(target, callback);
  };
}
