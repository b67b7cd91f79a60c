import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { blockingPdf, docxOf, expandingDocx, expandingPdf, loopingDoc, zipOf } from '../fixtures/crafted-files.ts';
import { fixture } from '../fixtures/fixture.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Program, startProgram } from '../support/program.ts';
import { PASSWORD, until } from '../support/server.ts';

/** The maximum processing time of a file from its start, with a margin for a busy machine. */
const FILE_MAX_MS = 32_000;
/** A limit for the median: on a busy machine single responses are slow, while a blocked server is slow throughout. */
const HEALTH_MAX_MS = 250;

let dataDir: string;
let program: Program | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-hostile-'));
  copyTemplateDatabase(dataDir);
});
afterEach(async () => {
  await program?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Upload {
  name: string;
  bytes: Uint8Array;
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** Each entity repeats the previous one ten times, so the last one expands to a thousand million copies of "ha". */
const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`;
const outside = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY f SYSTEM "http://127.0.0.2/">]>';
const nested = (depth: number) => '<w:sdt><w:sdtContent>'.repeat(depth) + '</w:sdtContent></w:sdt>'.repeat(depth);
const cut = (name: string, share: number) => fixture(name).bytes.subarray(0, fixture(name).bytes.length * share);
const shuffled = (name: string, step: number) =>
  fixture(name).bytes.map((byte, at) => (at > 64 && at % step === 0 ? byte ^ 0x55 : byte));

/** Forty hostile files: bombs, loops, entities, path names, deep nesting and damaged valid files. */
async function hostileFiles(): Promise<Upload[]> {
  const swollen = await expandingPdf();
  const twice = <T>(make: (n: number) => T) => [0, 1].map(make);
  const named = (extension: string, files: Uint8Array[]) => files.map((bytes) => ({ bytes, extension }));
  // Identical bytes are refused as a known file, so each gets its own tail where the format allows it.
  const tailed = (bytes: Uint8Array, n: number) => Buffer.concat([bytes, Buffer.from(`\n%${n}\n`)]);
  const paths = [
    '../../../../etc/cron.d/x',
    '/etc/passwd',
    'C:\\Windows\\x.dll',
    'word/../../x',
    `${'a/'.repeat(2_000)}x`,
  ];
  const files = [
    ...named(
      'pdf',
      twice((n) => tailed(blockingPdf(), n)),
    ),
    ...named(
      'pdf',
      twice((n) => tailed(swollen, n)),
    ),
    ...named(
      'pdf',
      [0.2, 0.5, 0.9].map((share) => cut('manual.pdf', share)),
    ),
    ...named(
      'pdf',
      [17, 101, 997].map((step) => shuffled('manual.pdf', step)),
    ),
    ...named('docx', [
      expandingDocx(15_000_000, 0),
      expandingDocx(13_000_000, 1_000_000),
      expandingDocx(4_000_000, 200_000),
    ]),
    ...named(
      'docx',
      [10_000, 100_000].map((depth) => docxOf(nested(depth))),
    ),
    ...named(
      'docx',
      [laughs, outside].map((prolog) => docxOf(paragraph('&a9;&e;&f;'), { prolog })),
    ),
    ...named(
      'docx',
      paths.map((path) => docxOf(paragraph('Oi'), { extra: { [path]: 'x' } })),
    ),
    ...named('docx', [zipOf({ 'word/document.xml': 'x' }), zipOf({ 'x.zip': zipOf({ 'y.zip': zipOf({ z: 'z' }) }) })]),
    ...named(
      'docx',
      [0.3, 0.7].map((share) => cut('manual.docx', share)),
    ),
    ...named(
      'docx',
      [13, 503].map((step) => shuffled('manual.docx', step)),
    ),
    ...named(
      'doc',
      twice((n) => tailed(loopingDoc(), n)),
    ),
    ...named(
      'doc',
      [0.3, 0.6, 0.95].map((share) => cut('manual.doc', share)),
    ),
    ...named(
      'doc',
      [29, 211, 1_009].map((step) => shuffled('manual.doc', step)),
    ),
    ...named('txt', [
      Buffer.from('palavra '.repeat(1_300_000)),
      Buffer.alloc(5_000_000, '\0'),
      Buffer.alloc(1_000_000, 0xff),
    ]),
    ...named('txt', [Buffer.alloc(4_000_000, '\n')]),
  ];
  return files.map(({ bytes, extension }, at) => ({ name: `hostil-${at}.${extension}`, bytes }));
}

async function call(path: string, body?: unknown, token?: string): Promise<any> {
  const answer = await fetch(`${program?.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.headers.get('content-type')?.includes('json') ? answer.json() : null;
}

async function signUp(): Promise<string> {
  const person = { name: 'Rui Alves', email: 'rui@empresa.com.br', website: 'empresa.com.br', password: PASSWORD };
  await call('/auth/register', person);
  const outbox = join(dataDir, 'outbox');
  const file = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const code = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, file), 'utf8'))?.[1];
  return (await call('/auth/verify', { email: person.email, code })).accessToken;
}

it(
  'finishes forty hostile files in time, with a reason, while the server responds',
  { timeout: 1_500_000 },
  async () => {
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(40);
    program = await startProgram({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' });
    const token = await signUp();
    const contextId = (await call('/sessions/me/contexts', undefined, token))[0].id as string;
    const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query(`update plans set item_limit = 1000 where id = 'free'`);

    const delays: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const began = performance.now();
        expect((await fetch(`${program?.url}/api/health`)).status).toBe(200);
        delays.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const accepted: string[] = [];
    for (const { name, bytes } of files) {
      const form = new FormData();
      form.set('contextId', contextId);
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${program.url}/api/contents/file`, { method: 'POST', headers, body: form });
      // Files that are too large or of another format are refused by the upload itself.
      if (answer.status === 201) accepted.push(((await answer.json()) as { id: string }).id);
      else expect([400, 409, 413, 415, 422], name).toContain(answer.status);
    }
    const began = new Map<string, number>();
    const durations = new Map<string, number>();
    await until(async () => {
      const { rows } = await client.query(`select id, status from contents where id = any($1)`, [accepted]);
      for (const { id, status } of rows) {
        if (status !== 'pending' && !began.has(id)) began.set(id, performance.now());
        if (status === 'done' || status === 'error')
          durations.set(id, durations.get(id) ?? performance.now() - began.get(id)!);
      }
      return durations.size === accepted.length;
    }, 1_200_000);
    isOver = true;
    await watching;
    const { rows } = await client.query(
      `select title, status, reason from contents where id = any($1) order by title`,
      [accepted],
    );
    await client.end();
    console.info(rows.map(({ title, status, reason }) => `${title} ${status} ${reason ?? ''}`).join('\n'));
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
    const figures = [0.5, 0.95, 1].map((share) => Math.round(at(share)));
    console.info(
      `${accepted.length} of ${files.length} accepted, the longest ${Math.round(Math.max(...durations.values()))} ms`,
    );
    console.info(`health, asked ${delays.length} times: median, p95, worst ${figures.join(', ')} ms`);
    for (const { title, status, reason } of rows) if (status === 'error') expect(reason, title).toBeTruthy();
    expect(Math.max(...durations.values())).toBeLessThan(FILE_MAX_MS);
    expect(at(0.5)).toBeLessThan(HEALTH_MAX_MS);
  },
);
