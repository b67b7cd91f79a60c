import { createApp } from '../../src/server/app.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import { openBench } from '../bench-server.ts';
import { CONNECTIONS, measureAddress, median } from './measure-address.ts';

/*
 * `npm run bench -- decisions`: what the log of access decisions costs a signed-in read: processor time of the same server
 * with the log and without it, in short rounds that alternate and change their order, so that what else runs on the
 * machine touches both. Uses PostgreSQL with DATABASE_URL, else the embedded database, whose work is counted, too.
 */
const ROUNDS = 40;
const REQUESTS = 500;
const GOAL = 2;

const bench = await openBench();
const { services, database } = bench;
const { accountId, userId } = bench.account;
const { accessToken } = await openSession(
  services,
  { accountId, userId, role: 'OWNER' },
  { method: 'password', ip: '127.0.0.1' },
);
const [logging, silent] = [await createApp({ services }), await createApp({ services, withoutDecisionLog: true })];
const addresses = { on: await logging.listen({ port: 0 }), off: await silent.listen({ port: 0 }) };
/** Returns the microseconds of processor time that a request takes, with its client. */
async function measure(which: 'on' | 'off'): Promise<number> {
  const before = process.cpuUsage();
  await measureAddress(`${addresses[which]}/api/notices`, { amount: REQUESTS, accessToken });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

await Promise.all([measure('on'), measure('off')]);
const costs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const times = { on: 0, off: 0 };
  for (const which of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const))
    times[which] = await measure(which);
  costs.push(100 * (times.on / times.off - 1));
}
const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from access_decisions');
const [low, high] = [0.25, 0.75].map((share) => costs.toSorted((a, b) => a - b)[Math.floor(share * ROUNDS)]!);
console.log(
  `database: ${database.kind}; GET /api/notices; ${CONNECTIONS} connections; ${ROUNDS} pairs of ${REQUESTS} requests`,
);
console.log(`decisions logged     ${rows[0]!.n}`);
console.log(
  `cost of a request    ${median(costs).toFixed(2)} % (half of the pairs: ${low!.toFixed(1)} to ${high!.toFixed(1)}; goal under ${GOAL})`,
);

await Promise.all([logging.close(), silent.close()]);
await bench.close();
