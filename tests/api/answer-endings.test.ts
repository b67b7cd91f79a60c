import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseModel } from '../support/choose-model.ts';
import { modelInput } from '../support/model-input.ts';
import { type ModelProvider, type Script, startModelProvider } from '../support/model-provider.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

/** How an answer ends, one row per way through its states: what is stored, charged, counted and sent last. */
interface Row {
  name: string;
  script: Script;
  fallsBack?: boolean;
  /** The visitor closes the connection after this event. */
  leavesAfter?: 'conversation' | 'delta';
  isPreview?: boolean;
  expected: { outcome: string | null; model: string | null; amount: number | null; counted: number; last: string };
}

const TEXT = 'A entrega custa R$ 12,90.';
/** A credit (1,000 thousandths) buys 10,000 input tokens. */
const usage = { inputTokens: 1_000, outputTokens: 0 };
const text = (delta: string): Script => ({ kind: 'text', deltas: [delta], usage });
const free = { amount: null, counted: 0 };

const ROWS: Row[] = [
  {
    name: 'stored, with its cost',
    script: text(TEXT),
    expected: { outcome: 'answered', model: 'Modelo', amount: -100, counted: 1, last: 'done' },
  },
  {
    name: 'stored as a question back',
    script: text('[[PERGUNTA_DE_VOLTA]] Para qual cidade?'),
    expected: { outcome: 'asked_back', model: 'Modelo', amount: -100, counted: 1, last: 'done' },
  },
  {
    name: 'stored as suggestions',
    script: text('[[SUGESTOES: 1]]'),
    expected: { outcome: 'suggested', model: 'Modelo', amount: -100, counted: 1, last: 'done' },
  },
  {
    name: 'stored as unknown, although the model declined only in its stream',
    script: text('[[SEM_RESPOSTA]]'),
    expected: { outcome: 'unknown', model: 'Modelo', amount: -100, counted: 1, last: 'done' },
  },
  {
    name: 'stored for a preview, which is charged but not counted',
    script: text(TEXT),
    isPreview: true,
    expected: { outcome: 'answered', model: 'Modelo', amount: -100, counted: 0, last: 'done' },
  },
  {
    name: 'refunded when the model fails before the first text',
    script: { kind: 'status', status: 500 },
    expected: { outcome: 'failed', model: 'Modelo', ...free, last: 'error' },
  },
  {
    name: 'refunded when the model fails after the first text',
    script: { kind: 'cut', after: 2 },
    expected: { outcome: 'failed', model: 'Modelo', ...free, last: 'error' },
  },
  {
    name: 'stored from the embedded model, which stands in before the first text',
    script: { kind: 'status', status: 500 },
    fallsBack: true,
    expected: { outcome: 'answered', model: 'embedded', amount: -200, counted: 1, last: 'done' },
  },
  {
    name: 'stored from the embedded model, which stands in after the first text',
    script: { kind: 'cut', after: 2 },
    fallsBack: true,
    expected: { outcome: 'answered', model: 'embedded', amount: -200, counted: 1, last: 'done' },
  },
  {
    name: 'refunded when the visitor leaves before the first text',
    script: { kind: 'hang' },
    leavesAfter: 'conversation',
    expected: { outcome: null, model: null, ...free, last: 'conversation' },
  },
  {
    name: 'stored as far as it went when the visitor leaves after the first text',
    script: { kind: 'slow', perDeltaMs: 150 },
    leavesAfter: 'delta',
    expected: { outcome: 'cut', model: 'Modelo', amount: expect.any(Number), counted: 1, last: 'delta' },
  },
];

let provider: ModelProvider;
let server: TestServer;
let owner: Caller;
let staff: Caller;
let url: string;
const modelIds = new Map<boolean, string>();

beforeAll(async () => {
  provider = await startModelProvider();
  server = await startServer({ env: { CRAWL_ALLOW: provider.host } });
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
  for (const fallsBack of [false, true]) modelIds.set(fallsBack, await createModel(fallsBack));
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
// Each row has its own account, so that its counts start at zero.
beforeEach(async () => {
  provider.reset();
  owner = await server.signUp();
  const faq = { contextId: owner.contextId, question: 'Quanto custa a entrega?', answer: TEXT };
  const { id } = (await owner.post('/contents/faq', faq)).body;
  await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function createModel(fallsBack: boolean): Promise<string> {
  const { status, text, body } = await staff.post(
    '/admin/models',
    modelInput({ name: 'Modelo', baseUrl: provider.baseUrl, fallsBack }),
  );
  expect(status, text).toBe(201);
  return body.id;
}

/** Asks, and disconnects after the first event `leavesAfter`. Returns the name of the last event that was read. */
async function ask(messageId: string, { leavesAfter, isPreview }: Row): Promise<string> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/widgets/${owner.contextId}/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isPreview ? { authorization: `Bearer ${owner.tokens.accessToken}` } : {}),
    },
    body: JSON.stringify({ question: 'quanto custa a entrega?', messageId, visitorToken: 'um-visitante-qualquer' }),
    signal: leaving.signal,
  });
  let stream = '';
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      stream += piece;
      if (!leavesAfter || !stream.includes(`event: ${leavesAfter}`)) continue;
      // Leave only while the model is at work, so that the reservation exists.
      await until(async () => provider.requests.length > 0);
      leaving.abort();
    }
  } catch {
    // The aborted request.
  }
  return [...stream.matchAll(/^event: (\w+)$/gm)].at(-1)![1]!;
}

const query = async (sql: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(sql, values)).rows as Record<string, unknown>[];

/** Returns what is stored, charged and counted for the message. `amount` is null without a charge. */
async function read(messageId: string) {
  const [stored] = await query('select outcome, model from messages where id = $1', messageId);
  const [charge] = await query(
    'select amount, settled_at is not null as "isSettled" from credit_entries where cause like $1',
    `answer:%:${messageId}`,
  );
  const { daily, monthly } = (await owner.get('/sessions/me/limits')).body.use;
  const { outcome = null, model = null } = stored ?? {};
  const { amount = null, isSettled: isCharged = true } = charge ?? {};
  return { outcome, model, amount, isSettled: isCharged, counted: [daily.used, monthly.used] };
}

describe('an answer is', () => {
  it.each(ROWS)('$name', async (row) => {
    const { outcome, model, amount, counted, last } = row.expected;
    await chooseModel(staff, modelIds.get(row.fallsBack ?? false)!);
    provider.next(row.script);
    const messageId = randomUUID();
    expect(await ask(messageId, row)).toBe(last);
    const expected = { outcome, model, amount, isSettled: true, counted: [counted, counted] };
    // A disconnected answer ends after the visitor has left.
    await expect.poll(() => read(messageId), { timeout: 5_000 }).toEqual(expected);
  });
});

it('is marked for its visitor when it was interrupted, and completed when they ask again', async () => {
  await chooseModel(staff, modelIds.get(false)!);
  const interrupted = ROWS.find(({ leavesAfter }) => leavesAfter === 'delta')!;
  provider.next(interrupted.script);
  const messageId = randomUUID();
  await ask(messageId, interrupted);
  await expect.poll(async () => (await read(messageId)).outcome, { timeout: 5_000 }).toBe('cut');
  const [stored] = await query('select conversation_id as id from messages where id = $1', messageId);
  const history = async () => {
    const path = `/api/widgets/${owner.contextId}/conversations/${String(stored!.id)}`;
    const { body } = await server.call({
      method: 'GET',
      url: path,
      headers: { 'visitor-token': 'um-visitante-qualquer' },
    });
    return body.exchanges as { answer: string; interrupted?: boolean }[];
  };
  expect(await history()).toMatchObject([{ outcome: 'answered', interrupted: true }]);
  provider.next(text(TEXT));
  await ask(messageId, { ...interrupted, leavesAfter: undefined });
  const [complete, ...more] = await history();
  expect(complete).toMatchObject({ answer: TEXT });
  expect(complete).not.toHaveProperty('interrupted');
  expect(more).toEqual([]);
});
