import { afterAll, beforeAll, expect, it } from 'vitest';
import { extractFile } from '../../src/reading/extract/extract-file.ts';
import { readSheet } from '../../src/reading/faq-sheet/read-sheet.ts';
import { passagesOfDocument } from '../../src/reading/passages/passages.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const MEGABYTE = 1024 * 1024;

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

/** Returns the longest time in ms that the server's thread was blocked during `work`. */
async function longestHold(work: () => Promise<void>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}

/** Returns how long the same work takes on this thread, as a reference for the current load. */
function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

it('splits and analyzes an 8 MB text without blocking the server', async () => {
  const paragraph = (n: number) => `O pedido ${n} da loja ${n % 97} chega no prazo, e a troca do produto é grátis. `;
  let text = '';
  for (let n = 0; text.length < 8 * MEGABYTE; n += 1) text += `${paragraph(n).repeat(4)}\n\n`;
  const blocks = text.split('\n\n').map((part) => ({ kind: 'paragraph' as const, text: part }));
  const alone = timeOf(() => passagesOfDocument({ title: null, blocks }, 'Pedidos'));
  const blockedMs = await longestHold(async () => {
    const fields = { contextId: owner.contextId };
    const sent = await owner.upload('/contents/file', fields, { name: 'pedidos.txt', bytes: Buffer.from(text) });
    expect(sent.status).toBe(201);
    await until(async () => (await owner.get(`/contents/${sent.body.id}`)).body.status === 'done', 420_000);
  });
  expect(blockedMs).toBeLessThan(alone / 3);
}, 480_000);

it('checks a sheet of 200,000 lines without blocking the server', async () => {
  const bytes = Buffer.from('pergunta,resposta\n' + 'qual é,esta\n'.repeat(200_000));
  const alone = timeOf(() => readSheet(bytes));
  const blockedMs = await longestHold(async () => {
    await owner.upload('/contents/faqs/check', { contextId: owner.contextId }, { name: 'faqs.csv', bytes });
  });
  expect(blockedMs).toBeLessThan(alone / 3);
}, 120_000);

it.each([
  ['prose', (n: number) => `Quem lê o parágrafo ${n} do manual sabe como a peça se monta.${n % 5 ? ' ' : '\n\n'}`],
  ['a table with one row per line', (n: number) => `${n}\tuma peça\tum preço\n`],
])('reads a text of the maximum upload size: %s', { timeout: 90_000 }, async (_name, make) => {
  const parts = Array.from({ length: 500_000 }, (_, n) => make(n));
  const bytes = Buffer.from(parts.join('')).subarray(0, 9.9 * 1024 * 1024);
  expect(bytes.length).toBeGreaterThan(9.8 * 1024 * 1024);
  const { blocks } = await extractFile({ name: 'grande.txt', bytes });
  const read = blocks.reduce((sum, { text }) => sum + text.length, 0);
  expect(read).toBeGreaterThan(bytes.length * 0.9);
});
