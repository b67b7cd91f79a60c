import { until } from '../support/until.ts';
import type { ApiCall } from './people.ts';

const ANSWERED = 'Vocês alugam guarda-chuva?';
const IMPROVED = 'Vocês têm aula de violino?';

/** Adds a question with its answer and waits until it is trained. */
async function teach(call: ApiCall, contextId: string, question: string, answer: string): Promise<string> {
  const { id } = await call('POST', '/contents/faq', { contextId, question, answer });
  await until(async () => (await call('GET', `/contents/${id}`)).status === 'done', 60_000);
  return id;
}

/** Waits until the test run has ended and `isReady` accepts its outcome. */
const testsWhen = (call: ApiCall, contextId: string, isReady: (state: any) => boolean) =>
  until(async () => {
    const state = await call('GET', `/test-questions/state?contextId=${contextId}`);
    return !state.isRunning && isReady(state);
  }, 60_000);

/** Makes the answer to one test question worse, and creates a held change that would worsen another one. */
async function makeWorse(call: ApiCall, contextId: string): Promise<void> {
  const shop = 'Qual é o horário da feira de queijos da serra?';
  const tour = 'Quanto custa a visita guiada à queijaria?';
  const good = { shop: 'A feira de queijos abre aos sábados, das 8h às 20h.', tour: 'A visita guiada custa R$ 35.' };
  const [fair, visit] = [await teach(call, contextId, shop, good.shop), await teach(call, contextId, tour, good.tour)];
  const watch = (question: string, expected: string) =>
    call('POST', '/test-questions', { contextId, question, expected, declines: false });
  await watch(shop, 'das 8h às 20h');
  await watch(tour, 'R$ 35');
  await testsWhen(call, contextId, ({ tested }) => tested >= 2);
  await call('PUT', `/contents/${fair}`, { question: shop, answer: 'A feira de queijos agora abre só às 9h.' });
  await testsWhen(call, contextId, ({ worse }) => worse.length > 0);
  await call('PUT', '/test-questions/holding', { contextId, holds: true });
  await call('PUT', `/contents/${visit}`, { question: tour, answer: 'A visita guiada é paga na entrada.' });
  await testsWhen(call, contextId, ({ held }) => held[0]?.state === 'held');
}

/** Answers a gap and improves an answer of a conversation. Returns the ids of both. */
async function improve(call: ApiCall, contextId: string): Promise<{ gapId: string; conversationId: string }> {
  const { id: gapId } = await until(async () => {
    const { data } = await call('GET', '/knowledge-gaps?limit=50');
    return data.find(({ question }: { question: string }) => question.includes('guarda-chuva')) as
      { id: string } | undefined;
  }, 40_000);
  const written = { contextId, question: ANSWERED, answer: 'Sim: o aluguel do guarda-chuva custa R$ 10 por dia.' };
  await call('POST', `/knowledge-gaps/${gapId}/answer`, written);
  const { data: conversationList } = await call('GET', `/conversations?contextId=${contextId}&limit=50`);
  const conversationId = conversationList.find((one: { firstQuestion: string }) => one.firstQuestion === IMPROVED)
    ?.id as string;
  const { exchanges } = await call('GET', `/conversations/${conversationId}`);
  const path = `/conversations/${conversationId}/messages/${exchanges[0].id}/improvement`;
  await call('POST', path, { contextId, question: IMPROVED, answer: 'Sim, temos aula de violino às terças, às 19h.' });
  await until(async () => (await call('GET', path)).improvement?.state !== 'waiting', 60_000);
  await until(async () => (await call('GET', `/knowledge-gaps/${gapId}`)).again?.waiting === 0, 60_000);
  return { gapId, conversationId };
}

/** Creates the states that take several steps. Returns the ids for the addresses that show them. */
export async function buildStories(call: ApiCall, contextId: string): Promise<Record<string, string>> {
  const { gapId, conversationId } = await improve(call, contextId);
  await makeWorse(call, contextId);
  return { '/knowledge-gaps/:gapId+answered': gapId, '/conversations/:conversationId+improved': conversationId };
}
