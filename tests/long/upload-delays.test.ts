import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../fixtures/crafted-files.ts';
import { longestBlock } from '../support/event-loop.ts';
import { type Operation, readOperations, requestFor } from '../support/operations.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

/** The longest time for which one request of a free account may keep all others waiting. */
const BLOCK_MAX_MS = 250;
const MB = 1024 * 1024;
/** The body limit of a route without one of its own. */
const BODY_BYTES = MB;

let server: TestServer;
let full: FullTenant;
let owner: Caller;
let operations: Operation[];
let port: number;
beforeAll(async () => {
  server = await startServer();
  full = await fillTenant(server);
  owner = full.caller;
  // The room of a free account, with the images that only others may have.
  await server.services.db.pool.query(`update plans set item_limit = 50 where id = 'business'`);
  operations = await readOperations(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Body {
  type: string;
  bytes: Buffer;
}

const json = (content: string): Body => ({ type: 'application/json', bytes: Buffer.from(content) });

const BOUNDARY = 'fronteira';
const form = (parts: Buffer): Body => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  bytes: Buffer.concat([parts, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
});

/** A form with the fields of every upload route, then the file. */
function upload(name: string, bytes: Buffer | string): Body {
  const fields = { contextId: owner.contextId, known: 'replace', part: 'open', left: '0', top: '0', side: '9999' };
  const heads = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return form(Buffer.concat([Buffer.from(heads.join('') + file), Buffer.from(bytes)]));
}

/** Sends a request through a socket, where its body arrives in pieces, as from a real client. */
async function sendTo(operation: Operation, { type, bytes }: Body): Promise<{ status: number; text: string }> {
  const { method, url } = requestFor({ ...operation, body: undefined }, valuesReferringTo(full, operation));
  const headers = {
    'content-type': type,
    'content-length': bytes.length,
    authorization: `Bearer ${owner.tokens.accessToken}`,
  };
  const request = send({ port, host: '127.0.0.1', method, path: url, headers }).end(bytes);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, text: await text(response) };
}

const operationOf = (id: string) => operations.find((operation) => operation.id === id)!;

async function delayOf(id: string, body: Body): Promise<number> {
  let answer: Awaited<ReturnType<typeof sendTo>> | undefined;
  const block = await longestBlock(async () => {
    answer = await sendTo(operationOf(id), body);
  });
  expect(answer!.status, answer!.text).not.toBe(404);
  expect(answer!.status, answer!.text).toBeLessThan(500);
  return block;
}

const HEADER = { kind: 'base', format: 'prosa-base', version: 1, exportedAt: '2026-11-23T12:00:00.000Z', name: 'Loja' };
const base = (...parts: readonly string[]) => upload('base.jsonl', [JSON.stringify(HEADER), ...parts].join('\n'));
const page = (passageCount: number) =>
  JSON.stringify({
    ...{ kind: 'page', title: 'Página', url: 'https://loja.com.br/longa', enabled: true, weeklySync: false },
    ...{ digest: null, sitemap: null, phrasings: [], passages: [], passageCount },
  });
const file = (byteCount: number) =>
  JSON.stringify({
    ...{ kind: 'file', title: 'Arquivo', fileName: 'a.txt', format: 'txt', enabled: true, digest: null },
    ...{ phrasings: [], byteCount, passages: [], passageCount: 0 },
  });
const BYTES = '{"kind":"bytes","base64":"AAAA"}';
const passages = (...texts: string[]) =>
  JSON.stringify({ kind: 'passages', passages: texts.map((line) => ({ heading: null, page: null, text: line })) });
const faq = (at: number) =>
  JSON.stringify({ kind: 'faq', question: `Pergunta ${at}?`, answer: 'Sim.', enabled: true, phrasings: [] });
const word = (at: number) =>
  JSON.stringify({ kind: 'hyperlink', word: `palavra ${at}`, link: 'https://loja.com.br/', caseSensitive: false });
const times = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));

const picture = () =>
  sharp({ create: { width: 4_900, height: 4_900, channels: 3, background: 'green' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
/** A zip of more entries than any document has. */
const crowded = zipOf(Object.fromEntries(times(20_000, (at) => `${at}`).map((name) => [name, ''])));

const files: Record<string, () => Body> = {
  'ten megabytes of line ends': () => upload('a.txt', '\n'.repeat(10 * MB - 1)),
  'ten megabytes that look like a document': () =>
    upload('a.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(10 * MB - 8, 'W\0')])),
  'a document of twenty thousand files': () => upload('a.docx', crowded),
};
const tables: Record<string, () => Body> = {
  'a million columns': () => upload('a.csv', ';'.repeat(MB)),
  'two million lines': () => upload('a.csv', 'a;\n'.repeat(MB)),
  'an open quote in each line': () => upload('a.csv', '"a;b\n'.repeat(MB / 2)),
  'the longest table': () => upload('a.csv', times(5_000, (at) => `Pergunta ${at}?;${'x'.repeat(700)}`).join('\n')),
};

/** The worst bodies for each route that takes forms or long bodies. */
const HOSTILE: Record<string, Record<string, () => Body | Promise<Body>>> = {
  createFile: files,
  replaceFile: files,
  checkFaqs: tables,
  createFaqs: { 'the longest table': tables['the longest table']! },
  createWidgetImage: {
    'an archive of twenty thousand files': () => upload('a.png', crowded),
    'ten megabytes of nothing': () => upload('a.png', Buffer.alloc(10 * MB - 1)),
    'twenty-four megapixels': async () => upload('a.png', await picture()),
  },
  importBase: {
    'half a million empty objects': () => base('{}\n'.repeat(MB / 2)),
    'two million empty lines': () => base('\n'.repeat(2 * MB)),
    'a text in twenty thousand lines': () => base(page(20_000), ...times(20_000, (at) => passages(`Texto ${at}`))),
    'a line of lists': () => base(`[${'[],'.repeat(2 * MB)}[]]`),
    'a line of invalid passages': () => base(page(2), `{"kind":"passages","passages":[${'{},'.repeat(MB)}{}]}`),
    'more questions than the plan allows': () => base(...times(5_000, faq)),
    'five thousand links': () => base(...times(5_000, word)),
  },
  editMe: {
    'an image of two megabytes': () =>
      json(JSON.stringify({ avatar: `data:image/png;base64,${Buffer.alloc(2 * MB).toString('base64')}` })),
    'a list of a million objects': () => json(`{"avatar":[${'{},'.repeat(0.99 * MB)}{}]}`),
  },
};

it('every route that takes forms or long bodies is tested with hostile ones', async () => {
  const long = json(JSON.stringify({ x: 'x'.repeat(BODY_BYTES) }));
  const found: string[] = [];
  for (const operation of operations.filter(({ body }) => body !== undefined)) {
    const isForm = operation.body!.type.startsWith('multipart');
    if (isForm || ![403, 413].includes((await sendTo(operation, long)).status)) found.push(operation.id);
  }
  expect(found.toSorted()).toEqual(Object.keys(HOSTILE).toSorted());
});

describe('a request of a free account', () => {
  const cases = Object.entries(HOSTILE).flatMap(([id, bodies]) =>
    Object.entries(bodies).map(([name, make]) => ({ id, name, make })),
  );
  it.each(cases)('never holds up the others: $id with $name', async ({ id, make }) => {
    expect(await delayOf(id, await make())).toBeLessThan(BLOCK_MAX_MS);
  });

  it('never holds up the others with an import that arrives all at once', async () => {
    const lines = [JSON.stringify(HEADER), file(600_000), ...times(200_000, () => BYTES)];
    const sent = { name: 'base.jsonl', bytes: Buffer.from(lines.join('\n')) };
    const block = await longestBlock(() => owner.upload(`/contexts/${owner.contextId}/import`, {}, sent));
    expect(block).toBeLessThan(BLOCK_MAX_MS);
  });

  it('never holds up the others with a form of many parts', async () => {
    const parts = Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(400_000));
    for (const id of Object.keys(HOSTILE))
      if (operationOf(id).body!.type.startsWith('multipart'))
        expect(await delayOf(id, form(parts)), id).toBeLessThan(BLOCK_MAX_MS);
  });

  it('never holds up the others with a list of as many invalid values as fit', async () => {
    for (const { id, body } of operations.filter(({ body: sent }) => sent?.type.includes('json'))) {
      const lists = Object.entries(body!.schema.properties ?? {}).filter(([, { type }]) => type === 'array');
      for (const [name] of lists) {
        const list = json(`{"${name}":[${'{},'.repeat(BODY_BYTES / 3 - 20)}{}]}`);
        expect(await delayOf(id, list), `${id} ${name}`).toBeLessThan(BLOCK_MAX_MS);
      }
    }
  });
});
