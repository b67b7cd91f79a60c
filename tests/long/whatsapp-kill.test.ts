import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiCaller, signInAs } from '../pictures/people.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { freePort, type Program, startProgram } from '../support/program.ts';
import { until } from '../support/until.ts';
import { type Emulator, startEmulator } from '../support/whatsapp/emulator.ts';

const KILLS = 12;
const PHONES = 3;
/** The latest kill after the messages of a round, in ms. */
const LATEST_MS = 700;

let dataDir: string;
let program: Program | undefined;
let meta: Emulator;
let webhook = '';
let port = 0;

/** Delivers like Meta: again and again until the product has confirmed, and in the meantime perhaps once too often. */
async function deliver({ body, headers }: { body: Buffer; headers: Record<string, string> }): Promise<number> {
  for (;;) {
    const status = await fetch(webhook, { method: 'POST', headers, body: new Uint8Array(body) }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return status;
    await wait(100);
  }
}

const start = async () => {
  program = await startProgram({
    ...{ PORT: String(port), DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'error' },
    ...{ WHATSAPP_API_URL: meta.url, CRAWL_ALLOW: meta.host },
  });
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-whatsapp-'));
  copyTemplateDatabase(dataDir);
  meta = await startEmulator(deliver);
  port = await freePort();
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  meta.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it(`answers everything once and in order when killed ${KILLS} times`, { timeout: 1_200_000 }, async () => {
  await start();
  const { accessToken } = await signInAs(program!.url, 'demo@prosa.local', 'Prosa#2026');
  const call = apiCaller(program!.url, accessToken);
  const [context] = (await call('GET', '/contexts')).data;
  const { phoneNumberId, wabaId, token, appSecret } = meta.numbers;
  const input = { contextId: context.id, name: 'Loja', phoneNumberId, wabaId, accessToken: token, appSecret };
  const channel = await call('POST', '/channels', input);
  webhook = `${program!.url}/api/webhooks/whatsapp/${channel.id}`;
  for (let n = 0; n < KILLS + 1; n++)
    await call('POST', '/contents/faq', {
      ...{
        contextId: context.id,
        question: `Qual é o preço do item Zorbax${n}?`,
        answer: `O Zorbax${n} custa R$ ${n + 1},00.`,
      },
    });
  const phones = Array.from({ length: PHONES }, (_, n) => meta.phone(`551190000000${n}`));
  const answersOf = (phone: (typeof phones)[number]) =>
    phone.inbox().flatMap(({ text }) => /Zorbax(\d+) custa/.exec(text)?.[1] ?? []);
  for (let round = 0; round < KILLS; round++) {
    const said = phones.map((phone) => phone.says(`Qual é o preço do item Zorbax${round}?`));
    await wait(Math.random() * LATEST_MS);
    await program!.stop('SIGKILL');
    await start();
    await Promise.all(said);
    await until(async () => phones.every((phone) => answersOf(phone).length > round), 90_000);
  }
  const expected = Array.from({ length: KILLS }, (_, n) => String(n));
  for (const phone of phones) expect(answersOf(phone)).toEqual(expected);
  // The notice of the first word was said once, too.
  for (const phone of phones) expect(phone.inbox().filter(({ text }) => text.includes('PARAR'))).toHaveLength(1);
});
