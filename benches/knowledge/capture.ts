/**
 * Measures how fast `findPages` captures a site of 500 generated pages, without its delays, compared with downloading
 * the same pages at the same concurrency through undici's `fetch` and its leaner `request`. Another process serves the
 * site. Also measures CPU time: on two cores that are shared with the site's server, it limits the rate, and other load
 * changes it less than the elapsed time. Then captures a site of 5,000 pages and reports memory.
 *
 * node benches/knowledge/capture.ts [concurrency]
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Agent, fetch, request } from 'undici';
import { capturePage } from '../../src/reading/capture/capture-page.ts';
import { decodeHtml } from '../../src/reading/capture/charset.ts';
import { extractBlocks } from '../../src/reading/capture/extract-blocks.ts';
import { fetchPage } from '../../src/reading/capture/fetch-page.ts';
import { findPages } from '../../src/reading/capture/find-pages.ts';
import { findMainText } from '../../src/reading/capture/main-text.ts';
import { readPageMetadata } from '../../src/reading/capture/page-metadata.ts';
import { parseHtml } from '../../src/reading/capture/parse-html.ts';
import { readInThread } from '../../src/reading/capture/read-in-thread.ts';
import { countWords } from '../../src/reading/capture/words.ts';
import { createOutbound } from '../../src/server/outbound/outbound.ts';

const PAGES = 500;
const MANY_PAGES = 5_000;
const ROUNDS = 5;
const SENTENCES = [
  'Entregamos em todo o Brasil em até sete dias úteis, com rastreio por e-mail.',
  'A primeira troca é grátis e pode ser pedida em até trinta dias depois da entrega.',
  'O atendimento funciona de segunda a sexta, das 8h30 às 18h30, e aos sábados até as 14h.',
  'Parcelamos em até seis vezes sem juros no cartão, com parcela mínima de quarenta reais.',
];

/** Returns a page of about 20 kB like a small business's: menu, head, text, a table, a footer, scripts. */
function page(number: number, pages = PAGES): string {
  const menu = Array.from(
    { length: 20 },
    (_, at) => `<li><a href="/p/${(number + at * 25) % pages}">Seção ${at}</a></li>`,
  ).join('');
  const section = (at: number) =>
    `<section class="bloco"><h2>Assunto ${at} da página ${number}</h2><p>${SENTENCES[at % 4]} <b>${SENTENCES[(at + 1) % 4]}</b></p><ul><li>Item ${number}</li><li>Outro item</li></ul></section>`;
  const rows = Array.from(
    { length: 20 },
    (_, at) => `<tr><td>Produto ${number}-${at}</td><td>${at} kg</td><td>R$ ${at},90</td></tr>`,
  ).join('');
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Página ${number}</title><meta name="description" content="A página ${number}">
    <link rel="canonical" href="/p/${number}"><style>${'.a{color:red}'.repeat(200)}</style><script>${'var a=1;'.repeat(300)}</script></head>
    <body><div id="cookies"><p>Usamos cookies.</p><button>Aceitar</button></div><header><nav><ul>${menu}</ul></nav></header>
    <main><h1>Página ${number}</h1>${Array.from({ length: 36 }, (_, at) => section(at)).join('')}<table><tr><th>Produto</th><th>Peso</th><th>Preço</th></tr>${rows}</table>
    <a href="/p/${(number + 1) % pages}">Próxima</a></main><footer><ul>${menu}</ul></footer></body></html>`;
}

function servePages(): void {
  const pages = Array.from({ length: PAGES }, (_, number) => Buffer.from(page(number)));
  const many = (number: number) =>
    number < MANY_PAGES ? Buffer.from(page(number, MANY_PAGES).replaceAll('/p/', '/many/')) : undefined;
  const server = createServer((request, response) => {
    const manyth = /^\/many\/(\d+)$/.exec(request.url!)?.[1];
    const body = manyth
      ? many(Number(manyth))
      : pages[Number(/^\/p\/(\d+)$/.exec(request.url!)?.[1] ?? (request.url === '/' ? 0 : -1))];
    if (!body) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

/** Downloads all pages with a function of undici and discards them. */
async function fetchAll(
  origin: string,
  concurrency: number,
  get: (url: string, dispatcher: Agent) => Promise<unknown>,
): Promise<void> {
  const agent = new Agent();
  let next = 0;
  const work = async () => {
    while (next < PAGES) await get(`${origin}/p/${next++}`, agent);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await agent.close();
}
const byFetch = async (url: string, dispatcher: Agent) => (await fetch(url, { dispatcher })).arrayBuffer();
/** undici's own interface without web streams and headers: the minimal cost of a request. */
const byRequest = async (url: string, dispatcher: Agent) => (await request(url, { dispatcher })).body.arrayBuffer();

async function findAll(origin: string, concurrency: number): Promise<void> {
  const outbound = openOutbound(origin);
  const options = { maxPages: PAGES, maxDepth: PAGES, pauseMs: 0, concurrency, onPage: () => {} };
  const { read, failed } = await findPages(outbound, `${origin}/p/0`, options);
  if (read !== PAGES || failed > 0) throw new Error(`found ${read} pages, ${failed} failed`);
  await outbound.close();
}

const openOutbound = (origin: string) =>
  createOutbound({ allow: [new URL(origin).host], userAgent: 'ProsaBot/1.0 (+http://prosa.test)' });

/** Downloads all pages through our outbound guard and discards them. */
async function fetchGuarded(origin: string, concurrency: number): Promise<void> {
  const outbound = openOutbound(origin);
  let next = 0;
  const work = async () => {
    while (next < PAGES) await fetchPage(outbound, `${origin}/p/${next++}`, { concurrency: concurrency });
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await outbound.close();
}

const answerOf = (number: number) => ({
  url: `http://127.0.0.1/p/${number}`,
  status: 200,
  redirects: 0,
  body: Buffer.from(page(number)),
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** Parses all pages in threads, as findPages does. */
async function readAllInThreads(concurrency: number): Promise<void> {
  const answers = Array.from({ length: concurrency }, (_, at) => answerOf(at));
  let next = 0;
  const work = async (answer: (typeof answers)[number]) => {
    while (next++ < PAGES) await readInThread(answer, { wantsText: false });
  };
  await Promise.all(answers.map(work));
}

interface Cost {
  pagesPerSecond: number;
  /** Milliseconds of CPU time per page, over all threads of this process. */
  cpuMs: number;
}

async function costOf(run: () => Promise<void> | void): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { pagesPerSecond: (PAGES / (performance.now() - start)) * 1_000, cpuMs: (user + system) / 1_000 / PAGES };
}

/** Returns the CPU time of each parsing stage, in ms per page. */
async function stages(): Promise<Record<string, number>> {
  const answer = answerOf(7);
  const html = decodeHtml(answer.body, answer.headers['content-type']);
  const tree = parseHtml(html);
  const main = findMainText(tree);
  const text = extractBlocks(main)
    .map((block) => block.text)
    .join('\n\n');
  const each: Record<string, () => void> = {
    decode: () => decodeHtml(answer.body, answer.headers['content-type']),
    'tokens, tree, weights': () => parseHtml(html),
    'links, head': () => readPageMetadata(tree, answer.url, answer.headers),
    'main text': () => findMainText(tree),
    blocks: () => extractBlocks(main),
    'words, hash': () => createHash('sha256').update(text).digest('hex') && countWords(text),
    'the whole reading': () => capturePage(answer),
  };
  const costs: Record<string, number> = {};
  for (const [name, run] of Object.entries(each)) {
    const repeat = () => {
      for (let at = 0; at < PAGES; at++) run();
    };
    repeat();
    costs[name] = (await costOf(repeat)).cpuMs;
  }
  return costs;
}

/** Returns the memory, in megabytes, after each thousand pages of a large site, in a process that does nothing else. */
async function watchMemory(origin: string, concurrency: number): Promise<number[]> {
  const child = fork(fileURLToPath(import.meta.url), ['watch', origin, String(concurrency)]);
  return new Promise((resolve) => child.once('message', (memorySamples) => resolve(memorySamples as number[])));
}

async function findMany(origin: string, concurrency: number): Promise<number[]> {
  const outbound = openOutbound(origin);
  const samples: number[] = [];
  let reported = 0;
  const onPage = () => {
    if (++reported % 1_000 === 0) samples.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
  };
  const limits = { maxPages: MANY_PAGES, maxDepth: MANY_PAGES, timeoutMs: 600_000, pauseMs: 0 };
  await findPages(outbound, `${origin}/many/0`, { ...limits, concurrency, onPage });
  await outbound.close();
  return samples;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

async function measure(concurrency: number): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const port = await new Promise<number>((resolve) => child.once('message', (port) => resolve(Number(port))));
  const origin = `http://127.0.0.1:${port}`;
  const runs = {
    plain: () => fetchAll(origin, concurrency, byFetch),
    bare: () => fetchAll(origin, concurrency, byRequest),
    found: () => findAll(origin, concurrency),
    guarded: () => fetchGuarded(origin, concurrency),
    apart: () => readAllInThreads(concurrency),
  };
  const costs: Record<keyof typeof runs, Cost[]> = { plain: [], bare: [], found: [], guarded: [], apart: [] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of Object.keys(runs) as (keyof typeof runs)[]) {
      const cost = await costOf(runs[name]);
      // The first round is for warming up.
      if (round > 0) costs[name].push(cost);
    }
  const rate = (name: keyof typeof runs) => median(costs[name].map((cost) => cost.pagesPerSecond)).toFixed(0);
  const cpu = (name: keyof typeof runs) => median(costs[name].map((cost) => cost.cpuMs)).toFixed(3);
  const ratioTo = (name: keyof typeof runs) =>
    median(costs.found.map(({ pagesPerSecond }, at) => pagesPerSecond / costs[name][at]!.pagesPerSecond)).toFixed(2);
  const size = (Buffer.byteLength(page(7)) / 1_000).toFixed(0);
  console.log(`${PAGES} pages of ${size} kB, concurrency ${concurrency}, median of ${ROUNDS}`);
  console.log(`findPages ${rate('found')} pages/s, fetch ${rate('plain')}, request ${rate('bare')}`);
  console.log(
    `ratio to plain fetches ${ratioTo('plain')} (at least 0.4); to undici's bare requests ${ratioTo('bare')}`,
  );
  console.log(`CPU time per page, in ms: findPages ${cpu('found')}, fetch ${cpu('plain')}, request ${cpu('bare')}`);
  console.log(`  of which guarded fetch ${cpu('guarded')}, reading in threads including the transfer ${cpu('apart')}`);
  for (const [name, ms] of Object.entries(await stages())) console.log(`    ${name} ${ms.toFixed(3)}`);
  const samples = await watchMemory(origin, concurrency);
  console.log(`resident memory at each thousand of ${MANY_PAGES} pages: ${samples.join(', ')} MB`);
  child.disconnect();
}

const [task, origin, concurrencyText] = process.argv.slice(2);
if (task === 'serve') servePages();
else if (task === 'watch') process.send!(await findMany(origin!, Number(concurrencyText)), () => process.exit());
else await measure(Number(task ?? 8));
