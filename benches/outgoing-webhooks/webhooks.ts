import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { outgoingWebhooks } from '../../src/server/db/schema/outgoing-webhooks.ts';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { webhookWorker } from '../../src/server/outgoing-webhooks/deliver.ts';
import { recordEvent } from '../../src/server/outgoing-webhooks/record-event.ts';
import { newSigningSecret } from '../../src/server/outgoing-webhooks/signing-secrets.ts';
import { seal } from '../../src/server/runtime/secrets.ts';
import { openBench } from '../bench-server.ts';

/*
 * `npm run bench -- webhooks [--deliveries 1000]`: how many deliveries a second one account's receiver gets that answers
 * after 20 ms, with a backlog. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const GOAL = 100;
const ANSWER_MS = 20;

const { values } = parseArgs({ options: { deliveries: { type: 'string', default: '1000' } } });
const deliveries = Number(values.deliveries);

let answered = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', async () => {
    await setTimeout(ANSWER_MS);
    answered += 1;
    response.end('ok');
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const bench = await openBench({ allow: [host] });
const services = { ...bench.services, env: { ...bench.services.env, CRAWL_ALLOW: [host] } };
const { accountId } = bench.account;
const owner = tenant(accountId, 'all');
const id = uuidv7();
await withTenant(services.db, owner, async (tx) => {
  await tx.insert(outgoingWebhooks).values({
    accountId,
    id,
    name: 'Bench',
    url: `http://${host}/`,
    format: 'json',
    events: ['content.failed'],
    allContexts: true,
    isActive: true,
    sealedSecret: seal(services.key, id, newSigningSecret()),
  });
  for (let n = 0; n < deliveries; n++) {
    const data = { content_id: `${n}`, title: 'Página', type: 'LINK', address: null, reason: 'Não abriu.' };
    await recordEvent(tx, { accountId, type: 'content.failed', cause: `${n}`, data });
  }
});
const log = { warn: (fields: object, message: string) => console.error(message, fields) };
const isWaiting = `select exists (select from webhook_deliveries where state = 'waiting') as found`;
const start = performance.now();
const worker = startWorker(services.db, { webhook: webhookWorker(services) }, log);
while ((await bench.database.pool.query(isWaiting)).rows[0].found) await setTimeout(50);
const rate = (deliveries * 1_000) / (performance.now() - start);
await worker.stop();
console.log(
  `${services.db.kind}: ${rate.toFixed(0)} deliveries/s${rate >= GOAL ? '' : ` (goal: ${GOAL})`}, ${answered} requests` +
    `   load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`,
);
receiver.close();
await bench.close();
