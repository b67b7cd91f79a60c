import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { startWorker } from '../../src/server/jobs/worker.ts';
import {
  createFile,
  createLinks,
  faqContent,
  insertContents,
} from '../../src/server/knowledge/contents/add-contents.ts';
import { insertImportedText } from '../../src/server/knowledge/contents/imported-text.ts';
import { trainWorker } from '../../src/server/knowledge/training/train.ts';
import { openBench } from '../bench-server.ts';

/*
 * `npm run bench -- training [--contents 200]`: how many contents of each kind are trained a second, and how many
 * versions of the knowledge that makes: imported texts, questions with answers, text files, and pages that answer after
 * 20 ms. Uses PostgreSQL with DATABASE_URL, else the embedded database.
 */
const GOAL = { embedded: 20, postgres: 40 };
const ANSWER_MS = 20;

const { values } = parseArgs({ options: { contents: { type: 'string', default: '200' } } });
const count = Number(values.contents);
const textOf = (n: number) =>
  `O regulamento ${n} vale para todos os hóspedes.\n\nO café da manhã do quarto ${n} é servido das 7h às 10h. ` +
  `A diária custa ${100 + n} reais e inclui estacionamento.\n\nAnimais de até ${n} quilos são aceitos.`;

const site = createServer(async (request, response) => {
  await setTimeout(ANSWER_MS);
  const number = Number(/\d+/.exec(request.url!)?.[0]);
  const paragraphs = textOf(number).replaceAll('\n\n', '</p><p>');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<html><title>Quarto ${number}</title><body><main><h1>Quarto ${number}</h1><p>${paragraphs}</p></main>`);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;

const bench = await openBench({ allow: [host] });
const { services, database } = bench;
const { accountId, contextId } = bench.account;
const owner = tenant(accountId, 'all');
await database.pool.query('update plans set item_limit = 1000000000');
const numbers = Array.from({ length: count }, (_, n) => n);

const addTexts = () =>
  withTenant(services.db, owner, async (tx) => {
    const pages = numbers.map((n) => ({ title: `Texto ${n}`, type: 'LINK' as const, format: 'html' as const }));
    const ids = await insertContents(tx, owner, contextId, pages);
    for (const [n, id] of ids.entries())
      await insertImportedText(tx, { accountId, contextId, id }, [{ heading: null, page: null, text: textOf(n) }]);
  });
const addFaqs = () =>
  withTenant(services.db, owner, (tx) => {
    const faqs = numbers.map((n) => faqContent({ question: `E o quarto ${n}?`, answer: textOf(n) }));
    return insertContents(tx, owner, contextId, faqs);
  });
const addFiles = async () => {
  for (const n of numbers)
    await createFile(services.db, owner, { contextId }, { name: `quarto ${n}.txt`, bytes: Buffer.from(textOf(n)) });
};
const addPages = () =>
  createLinks(
    services.db,
    owner,
    contextId,
    numbers.map((n) => `http://${host}/quarto-${n}`),
  );

const log = { warn: (fields: object, message: string) => console.error(message, fields) };
const first = async (query: string) => (await database.pool.query<{ found: number | boolean }>(query)).rows[0]!.found;
const version = () => first(`select knowledge_version as found from contexts where id = '${contextId}'`);
for (const [name, add] of Object.entries({ texts: addTexts, FAQs: addFaqs, files: addFiles, pages: addPages })) {
  await add();
  const before = Number(await version());
  const start = performance.now();
  const worker = startWorker(services.db, { train: trainWorker(services) }, log);
  while (await first(`select exists (select from jobs where kind = 'train' and state = 'waiting') as found`))
    await setTimeout(20);
  const rate = (count * 1_000) / (performance.now() - start);
  await worker.stop();
  const failed = Number(await first(`select count(*)::int as found from contents where status <> 'done'`));
  const goal = GOAL[services.db.kind];
  console.log(
    `${services.db.kind}: ${rate.toFixed(0)} ${name}/s${rate >= goal ? '' : ` (goal: ${goal})`}, ` +
      `${Number(await version()) - before} versions for ${count}${failed > 0 ? `, ${failed} failed` : ''}` +
      `   load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`,
  );
}
site.close();
await bench.close();
