import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSession } from '../../src/server/identity/sessions.ts';
import type { InboxBrief } from '../../src/shared/handover.ts';
import { startCluster } from '../../tests/support/cluster.ts';
import { type Program, startProgram } from '../../tests/support/program.ts';
import { compareArrivals, openPerson, openVisitor, type TalkingPerson } from '../../tests/support/talk-client.ts';
import { openBench } from '../bench-server.ts';
import { allowAllVisitors } from '../trained-base.ts';
import { openWhatsapp } from './whatsapp-answers.ts';

/*
 * `npm run bench -- reach`: talks of visitors with people, on PostgreSQL. The time until a message has reached the other
 * side, on one process and across two; answers on an emulated WhatsApp; 200 conversations with 20 people at once; and
 * whether the brief names what the visitor asked, in 170 written conversations (benches/data/handover-briefs.jsonl).
 * `--whatsapp`: only the answers on WhatsApp.
 */
const MESSAGES = 100;
const CONVERSATIONS = 200;
const PEOPLE = 20;
/** Messages of each visitor; a person replies to each. Visitors pause up to this long between them. */
const TURNS = 5;
const PAUSE_MS = 6_000;
const GOALS = { one: 300, two: 1_000, brief: 95 };

// Syncs to disk like a real server, because a message is stored before it is told.
const cluster = startCluster({ fsync: 'on' });
process.once('exit', () => cluster.stop());
process.env.DATABASE_URL = cluster.url('postgres');
const dataDir = mkdtempSync(join(tmpdir(), 'prosa-reach-'));
const bench = await openBench();
const { services, database, account } = bench;
const { accountId, contextId } = account;
await allowAllVisitors({ services, account });
await database.pool.query(`update contexts set handover = '{"isOn": true, "hours": []}' where id = $1`, [contextId]);

const tokens: string[] = [];
for (let n = 0; n < PEOPLE; n += 1) {
  const userId = randomUUID();
  await database.pool.query(
    `insert into users (account_id, id, name, email, role, status, sees_all_contexts)
     values ($1, $2, $3, $4, 'WRITER', 'ACTIVE', true)`,
    [accountId, userId, `Pessoa ${n}`, `${userId}@bench.com.br`],
  );
  const who = { accountId, userId, role: 'WRITER' } as const;
  tokens.push((await openSession(services, who, { method: 'password', ip: '127.0.0.1' })).accessToken);
}

const ending = new AbortController();
const { signal } = ending;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
// Clients have addresses of their own, which the limits count.
let clients = 0;
const nextIp = () => `10.${(clients += 1) >> 16}.${(clients >> 8) & 255}.${clients & 255}`;

const whatsapp = await openWhatsapp();
const start = () =>
  startProgram({
    ...{ WHATSAPP_API_URL: whatsapp.url, CRAWL_ALLOW: whatsapp.host },
    DATABASE_URL: cluster.url('postgres'),
    SECRET_KEY: 'x'.repeat(40),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback',
  });
const nodes: Program[] = [await start(), await start()];
const at = (n: number) => () => nodes[n]!.url;

function quantiles(times: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const of = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50: of(0.5), p95: of(0.95), max: of(1) };
}
const shown = (times: readonly number[]) => {
  const { p50, p95, max } = quantiles(times);
  return `p50 ${p50} ms, p95 ${p95} ms, longest ${max} ms`;
};

const FAQS = [
  ['Quanto custa a escova?', 'A escova custa R$ 50,00.'],
  ['Quanto custa o corte feminino?', 'O corte feminino custa R$ 80,00.'],
  ['Qual é o horário de funcionamento?', 'Abrimos de segunda a sexta, das 9h às 18h.'],
] as const;

/** Questions on WhatsApp to a base with an answer for each. */
async function measureWhatsapp(): Promise<void> {
  const origin = nodes[0]!.url;
  const who = { accountId, userId: account.userId, role: 'OWNER' } as const;
  const { accessToken } = await openSession(services, who, { method: 'password', ip: '127.0.0.1' });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  for (const [question, answer] of FAQS) {
    const body = JSON.stringify({ contextId, question, answer });
    await fetch(`${origin}/api/contents/faq`, { method: 'POST', headers, body });
  }
  const trained = `select 1 from contents where account_id = $1 and status = 'done'`;
  while ((await database.pool.query(trained, [accountId])).rows.length < FAQS.length) await pause(100);
  await whatsapp.connect(origin, accessToken, contextId);
  await whatsapp.measure(
    FAQS.map(([question, answer]) => ({ question, answer })),
    shown,
  );
}
await measureWhatsapp();
const { values } = parseArgs({ options: { whatsapp: { type: 'boolean', default: false } } });
if (values.whatsapp) await end();

async function end(): Promise<never> {
  ending.abort();
  whatsapp.close();
  for (const node of nodes) await node.stop('SIGKILL');
  await bench.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}

/** Waits for texts, and notes when each was sent and arrived. */
class Post {
  readonly #sentAt = new Map<string, number>();
  readonly #waiting = new Map<string, () => void>();
  readonly times: number[] = [];

  send(text: string): Promise<void> {
    this.#sentAt.set(text, performance.now());
    return new Promise((resolve) => this.#waiting.set(text, resolve));
  }

  arrive(text: string): void {
    const sentAt = this.#sentAt.get(text);
    if (sentAt === undefined) return;
    this.times.push(performance.now() - sentAt);
    this.#sentAt.delete(text);
    this.#waiting.get(text)?.();
  }
}

/** Sends messages both ways, one at a time. `visitorAt` and `personAt` are the processes that they use. */
async function measureOne(visitorAt: number, personAt: number): Promise<{ out: number[]; back: number[] }> {
  const [out, back] = [new Post(), new Post()];
  const talking = new AbortController();
  const person = openPerson(
    { address: at(personAt), accessToken: tokens[0]!, signal: talking.signal, ip: nextIp() },
    (_, { author, text }) => author === 'visitor' && out.arrive(text),
  );
  await pause(1_500);
  const visitor = await openVisitor(
    { address: at(visitorAt), contextId, signal: talking.signal, ip: nextIp() },
    ({ author, text }) => author === 'person' && back.arrive(text),
  );
  const { conversationId } = visitor;
  await person.take(conversationId);
  await pause(1_500);
  for (let n = 0; n < MESSAGES; n += 1) {
    const [asked, answered] = [`pergunta ${n}`, `resposta ${n}`];
    await Promise.all([out.send(asked), visitor.write(asked)]);
    await Promise.all([back.send(answered), person.reply(conversationId, answered)]);
  }
  talking.abort();
  return { out: out.times, back: back.times };
}

for (const [what, visitorAt, personAt, goal] of [
  ['one process', 0, 0, GOALS.one],
  ['two processes', 0, 1, GOALS.two],
] as const) {
  const { out, back } = await measureOne(visitorAt, personAt);
  console.log(`${what}, ${MESSAGES} messages each way (goal: p95 under ${goal} ms)`);
  console.log(`  visitor to person  ${shown(out)}`);
  console.log(`  person to visitor  ${shown(back)}`);
}

/** Many conversations at once: visitors and people are spread over both processes. */
async function measureMany(): Promise<void> {
  const sent = { visitor: new Map<string, string[]>(), person: new Map<string, string[]>() };
  const arrived = { visitor: new Map<string, string[]>(), person: new Map<string, string[]>() };
  const note = (map: Map<string, string[]>, id: string, text: string) => map.set(id, [...(map.get(id) ?? []), text]);
  const [out, back] = [new Post(), new Post()];
  // People send one message after the other, like the console.
  const turns = new Map<string, Promise<unknown>>();
  const people: TalkingPerson[] = tokens.map((accessToken, n) => {
    const person: TalkingPerson = openPerson(
      { address: at(n % 2), accessToken, signal, ip: nextIp() },
      (id, { author, text }) => {
        if (author !== 'visitor') return;
        note(arrived.visitor, id, text);
        out.arrive(text);
        const reply = `resposta a ${text}`;
        note(sent.person, id, reply);
        void back.send(reply);
        turns.set(
          id,
          (turns.get(id) ?? Promise.resolve()).then(() => person.reply(id, reply)),
        );
      },
    );
    return person;
  });
  await pause(2_000);
  const talk = async (n: number): Promise<void> => {
    await pause(Math.random() * PAUSE_MS);
    let id = '';
    const visitor = await openVisitor(
      { address: at((n >> 1) % 2), contextId, signal, ip: nextIp() },
      ({ author, text }) => {
        if (author !== 'person') return;
        note(arrived.person, id, text);
        back.arrive(text);
      },
    );
    id = visitor.conversationId;
    await people[n % PEOPLE]!.take(id);
    for (let turn = 0; turn < TURNS; turn += 1) {
      await pause(Math.random() * PAUSE_MS);
      const text = `${n}.${turn}`;
      note(sent.visitor, id, text);
      void out.send(text);
      await visitor.write(text);
    }
  };
  await Promise.all(Array.from({ length: CONVERSATIONS }, (_, n) => talk(n)));
  const all = CONVERSATIONS * TURNS;
  for (let waited = 0; waited < 300 && back.times.length < all; waited += 1) await pause(100);
  const sum = { lost: 0, doubled: 0, outOfOrder: 0 };
  for (const side of ['visitor', 'person'] as const) {
    for (const [id, texts] of sent[side]) {
      const found = compareArrivals(texts, arrived[side].get(id) ?? []);
      for (const name of ['lost', 'doubled', 'outOfOrder'] as const) sum[name] += found[name];
    }
  }
  console.log(`${CONVERSATIONS} conversations with ${PEOPLE} people, two processes, ${2 * all} messages`);
  console.log(`  visitor to person  ${shown(out.times)}`);
  console.log(`  person to visitor  ${shown(back.times)}`);
  console.log(`  lost ${sum.lost}, doubled ${sum.doubled}, out of order ${sum.outOfOrder} (goal: 0)`);
}
await measureMany();

interface WrittenConversation {
  trade: string;
  turns: string[];
  /** The turns that say what the visitor wants. */
  asked: number[];
  /** Whether the rules of the brief were written without it. */
  heldOut?: boolean;
}

/** Asks what visitors of written conversations ask, and compares the brief with what they want. */
async function measureBriefs(): Promise<void> {
  const file = join(import.meta.dirname, '../data/handover-briefs.jsonl');
  const written = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WrittenConversation);
  const wrong: string[] = [];
  const heldOut = { right: 0, all: 0 };
  for (const { trade, turns, asked, heldOut: isHeldOut = false } of written) {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-forwarded-for': nextIp() };
    const visitorToken = `visitante-${randomUUID()}`;
    let conversationId: string | undefined;
    for (const question of turns) {
      const response = await fetch(`${nodes[0]!.url}/api/widgets/${contextId}/messages`, {
        ...{ method: 'POST', headers },
        body: JSON.stringify({ question, visitorToken, messageId: randomUUID(), conversationId }),
      });
      ({ conversationId } = (await response.json()) as { conversationId: string });
    }
    const authorization = `Bearer ${tokens[0]}`;
    const call = { headers: { authorization } };
    await fetch(`${nodes[0]!.url}/api/inbox/${conversationId}/take`, { ...call, method: 'POST' });
    const shownTo = await fetch(`${nodes[0]!.url}/api/inbox/${conversationId}`, call);
    const { brief } = (await shownTo.json()) as { brief: InboxBrief };
    const isRight = asked.some((turn) => turns[turn] === brief.wants);
    if (isHeldOut) heldOut.all += 1;
    if (isHeldOut && isRight) heldOut.right += 1;
    if (!isRight) wrong.push(`${trade}: ${turns.join(' | ')} → ${brief.wants}`);
  }
  const right = written.length - wrong.length;
  const share = ((100 * right) / written.length).toFixed(0);
  console.log(
    `the brief names the asked point in ${right} of ${written.length} conversations, ${share} % (goal: ${GOALS.brief} %); ` +
      `${heldOut.right} of ${heldOut.all} of those that its rules were written without`,
  );
  for (const one of wrong) console.log(`  ${one}`);
}
await measureBriefs();

await end();
