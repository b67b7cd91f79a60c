import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';

let server: SharedServer;
let owner: Caller;
const query = (text: string, values: unknown[]) => server.services.db.pool.query(text, values);

interface Exchange {
  question: string;
  outcome?: string;
  rating?: 'up' | 'down';
  isChosen?: boolean;
}
interface Seed {
  daysAgo: number;
  visitor?: string;
  type?: string;
  wantedHuman?: boolean;
  isCalled?: boolean;
  exchanges: Exchange[];
}

async function talk({ daysAgo, visitor, type = 'widget', wantedHuman, isCalled = false, exchanges }: Seed) {
  const { accountId, contextId } = owner;
  const id = randomUUID();
  await query(
    `insert into conversations (account_id, id, context_id, visitor_hash, type, first_question, wanted_human, started_at)
     values ($1, $2, $3, $4, $5, 'Oi', $6, now() - make_interval(secs => $7 * 86400))`,
    [accountId, id, contextId, visitor ?? null, type, wantedHuman ?? null, daysAgo],
  );
  for (const [at, { question, outcome = 'answered', rating, isChosen = false }] of exchanges.entries())
    await query(
      `insert into messages (account_id, conversation_id, id, question, answer, grounded, model, outcome, rating,
         chosen_content_id, chosen_ordinal, chosen_answer, created_at)
       values ($1, $2, $3, $4, 'Sim.', true, 'embedded', $5, $6, case when $7::bool then gen_random_uuid() end,
         case when $7::bool then 0 end, case when $7::bool then 'Sim.' end,
         now() - make_interval(secs => $8 * 86400 - $9))`,
      [accountId, id, randomUUID(), question, outcome, rating ?? null, isChosen, daysAgo, at],
    );
  if (isCalled)
    await query(
      `insert into handovers (account_id, id, conversation_id, context_id, state, reason, protocol)
       values ($1, $2, $3, $4, 'closed', 'asked', $5)`,
      [accountId, randomUUID(), id, contextId, `P-${id.slice(0, 8)}`],
    );
}

const answered = [{ question: 'Qual o prazo?' }];
const CASES: Seed[] = [
  // Resolved: answered, chosen, confirmed; asked again too late, by somebody else, or not with the same words.
  { daysAgo: 9, exchanges: answered },
  { daysAgo: 9, exchanges: [{ question: 'Frete?', outcome: 'suggested', isChosen: true }] },
  { daysAgo: 9, exchanges: [{ question: 'Troca?', outcome: 'shown', rating: 'up' }] },
  { daysAgo: 9, visitor: 'late', exchanges: answered },
  { daysAgo: 5, visitor: 'late', exchanges: answered },
  { daysAgo: 9, visitor: 'other', exchanges: answered },
  { daysAgo: 9, visitor: 'new', exchanges: [{ question: 'Tem azul?' }, { question: 'Tem verde?' }] },
  { daysAgo: 9, exchanges: [{ question: 'Oi!', outcome: 'small_talk' }, ...answered] },
  // The first one was not; the second one was.
  { daysAgo: 9, visitor: 'again', exchanges: [{ question: 'Qual o PRAZO?!' }] },
  { daysAgo: 7, visitor: 'again', exchanges: [{ question: 'qual o prazo' }] },
  // Not resolved.
  { daysAgo: 9, exchanges: [{ question: 'Cor?' }, { question: 'Voa?', outcome: 'unknown' }] },
  { daysAgo: 9, exchanges: [{ question: 'Voa?', outcome: 'suggested' }] },
  { daysAgo: 9, exchanges: [{ question: 'Troca?', outcome: 'shown' }] },
  { daysAgo: 9, exchanges: [{ question: 'Troca?', rating: 'down' }] },
  { daysAgo: 9, wantedHuman: true, exchanges: answered },
  { daysAgo: 9, isCalled: true, exchanges: answered },
  // Not counted.
  { daysAgo: 9, exchanges: [{ question: 'Oi!', outcome: 'small_talk' }] },
  { daysAgo: 9, exchanges: [{ question: 'Prazo?', outcome: 'unpaid' }] },
  { daysAgo: 9, type: 'preview', exchanges: answered },
  { daysAgo: 40, exchanges: answered },
];
const EXPECTED = { resolved: 9, person: 2, down: 1, again: 1, unanswered: 3 };

beforeAll(async () => {
  server = await sharedServer();
  owner = await server.signUp();
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  for (const one of CASES) await talk(one);
});

async function recomputed(): Promise<object> {
  const { period } = (await owner.get('/interaction-monitoring')).body;
  const filter = `contextId=${owner.contextId}&type=widget&startedAt_gte=${period.from}T03:00:00Z&format=jsonl`;
  const exported = await owner.get(`/conversations/export?${filter}`);
  const file = join(await mkdtemp(join(tmpdir(), 'prosa-')), 'conversas.jsonl');
  await writeFile(file, exported.text);
  const { stdout, stderr } = spawnSync(process.execPath, ['docs/resolution.mjs', file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('tells how many conversations were resolved, as the script in docs does with the exported conversations', async () => {
  const { resolution } = (await owner.get('/interaction-monitoring?types=widget')).body;
  expect(resolution).toEqual(EXPECTED);
  expect(await recomputed()).toEqual({ ...EXPECTED, percent: 56 });
});

test('takes no account of ratings if they are not in the plan', async () => {
  await query(`update subscriptions set plan_id = 'free' where account_id = $1`, [owner.accountId]);
  const { resolution } = (await owner.get('/interaction-monitoring?types=widget')).body;
  expect(resolution).toEqual({ ...EXPECTED, down: 0, unanswered: 4 });
  expect(await recomputed()).toMatchObject(resolution);
});

test('counts only the contexts that a member may see', async () => {
  const sub = (await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId })).body.id;
  const reader = await server.as(owner, 'READER', [sub]);
  const { resolution } = (await reader.get('/interaction-monitoring?types=widget')).body;
  expect(Object.values(resolution)).toEqual([0, 0, 0, 0, 0]);
});
