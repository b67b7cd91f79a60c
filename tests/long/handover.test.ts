import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { type Program, startProgram } from '../support/program.ts';
import { PASSWORD, until } from '../support/server.ts';
import { compareArrivals, openPerson, openVisitor, type TalkingVisitor } from '../support/talk-client.ts';

const KILLS = Number(process.env.KILLS ?? 12);
const TALKS = 6;

let cluster: Cluster;
let dataDir: string;
const nodes: Program[] = [];
const start = () =>
  startProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url('postgres'),
    SECRET_KEY: 'k'.repeat(48),
    DEMO: 'off',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback',
  });
beforeAll(async () => {
  // Synced to disk, because processes are killed.
  cluster = startCluster({ fsync: 'on' });
  dataDir = mkdtempSync(join(tmpdir(), 'prosa-talks-'));
  nodes.push(await start());
  nodes.push(await start());
});
afterAll(async () => {
  for (const node of nodes) await node.stop('SIGKILL');
  cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(path: string, body?: unknown, token?: string, method = body === undefined ? 'GET' : 'POST') {
  const response = await fetch(`${nodes[0]!.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}

/** Signs up an owner whose visitors may call a person. */
async function openTeam(): Promise<{ accessToken: string; contextId: string }> {
  const person = { name: 'Helena Prado', email: 'helena@empresa.com.br', website: 'empresa.com.br' };
  await call('/auth/register', { ...person, password: PASSWORD });
  const outbox = join(dataDir, 'outbox');
  const file = await until(async () => existsSync(outbox) && readdirSync(outbox).find((name) => name.endsWith('.eml')));
  const code = /Subject: .*?(\d{6})/.exec(readFileSync(join(outbox, file), 'utf8'))?.[1];
  const { accessToken } = await call('/auth/verify', { email: person.email, code });
  const contextId = (await call('/sessions/me/contexts', undefined, accessToken))[0].id;
  await call(`/contexts/${contextId}/handover`, { isOn: true, hours: [] }, accessToken, 'PUT');
  return { accessToken, contextId };
}

it(
  'loses, doubles and reorders no message between two processes that are killed at any step',
  { timeout: 900_000 },
  async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const { accessToken, contextId } = await openTeam();
    const [byVisitors, byPerson] = [new Map<string, string[]>(), new Map<string, string[]>()];
    const [atVisitors, atPerson] = [new Map<string, string[]>(), new Map<string, string[]>()];
    const note = (map: Map<string, string[]>, id: string, text: string) => map.set(id, [...(map.get(id) ?? []), text]);
    // Visitors use the first process and the person the second, so that each message crosses.
    const person = openPerson(
      { address: () => nodes[1]!.url, accessToken, signal, ip: '10.9.0.1' },
      (id, { author, text }) => author === 'visitor' && note(atPerson, id, text),
    );
    const talks: TalkingVisitor[] = [];
    for (let n = 0; n < TALKS; n += 1) {
      let id = '';
      const early: string[] = [];
      const visitor = await until(() =>
        openVisitor({ address: () => nodes[0]!.url, contextId, signal, ip: `10.8.0.${n}` }, ({ author, text }) => {
          if (author !== 'person') return;
          if (id) note(atVisitors, id, text);
          else early.push(text);
        }).catch(() => undefined),
      );
      id = visitor.conversationId;
      await person.take(id);
      talks.push(visitor);
    }

    let isDone = false;
    const talk = async ({ conversationId: id, write }: TalkingVisitor, by: 'visitor' | 'person') => {
      for (let n = 0; !isDone; n += 1) {
        const text = `${by} ${n}`;
        note(by === 'visitor' ? byVisitors : byPerson, id, text);
        await (by === 'visitor' ? write(text) : person.reply(id, text));
      }
    };
    const running = talks.flatMap((one) => [talk(one, 'visitor'), talk(one, 'person')]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
      const at = kill % 2;
      await nodes[at]!.stop('SIGKILL');
      nodes[at] = await start();
    }
    isDone = true;
    await Promise.all(running);

    const none = { lost: 0, doubled: 0, outOfOrder: 0 };
    const compare = (sent: typeof byPerson, arrived: typeof byPerson, id: string) =>
      compareArrivals(sent.get(id)!, arrived.get(id) ?? []);
    for (const { conversationId: id } of talks) {
      await until(async () => compare(byVisitors, atPerson, id).lost + compare(byPerson, atVisitors, id).lost === 0);
      expect(compare(byVisitors, atPerson, id), 'at the person').toEqual(none);
      expect(compare(byPerson, atVisitors, id), 'at the visitor').toEqual(none);
    }
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    await client.connect();
    const { rows } = await client.query(
      `select conversation_id as id, array_agg(seq order by seq) as seqs, array_agg(text order by seq) filter (where author = 'visitor') as texts
       from talk_messages group by 1`,
    );
    await client.end();
    expect(rows).toHaveLength(TALKS);
    for (const { id, seqs, texts } of rows) {
      expect(seqs).toEqual(seqs.map((_: number, at: number) => at + 1));
      expect(texts).toEqual(byVisitors.get(id));
      expect(texts.length).toBeGreaterThan(KILLS);
    }
    ending.abort();
  },
);
