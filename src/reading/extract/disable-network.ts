import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** The channel to the parent process still works. */
export function disableNetwork(): void {
  const refuse = (): never => {
    throw new Error('A parser has no network');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name in resolver) if (/^(?:lookup|re[sv])/.test(name)) Object.assign(resolver, { [name]: refuse });
  }
  globalThis.fetch = refuse;
  // Updates the named imports of these modules, which are copies.
  syncBuiltinESMExports();
}
