import { until } from '../support/server.ts';
import type { Ask } from './people.ts';

const ANSWERED = 'Vocês alugam guarda-chuva?';
const IMPROVED = 'Vocês têm aula de violino?';

/** Adds a question with its answer and waits until it is trained. */
async function teach(ask: Ask, contextId: string, question: string, answer: string): Promise<string> {
  const { id } = await ask('POST', '/contents/faq', { contextId, question, answer });
  await until(async () => (await ask('GET', `/contents/${id}`)).status === 'done', 60_000);
  return id;
}

/** Waits until the test run has ended and `isReady` accepts the list. */
const testsWhen = (ask: Ask, contextId: string, isReady: (list: any) => boolean) =>
  until(async () => {
    const list = await ask('GET', `/test-questions?contextId=${contextId}`);
    return !list.isRunning && isReady(list);
  }, 60_000);

/** Makes the answer to one test question worse, and creates a held change that would worsen another one. */
async function makeWorse(ask: Ask, contextId: string): Promise<void> {
  const shop = 'Qual é o horário da feira de queijos da serra?';
  const tour = 'Quanto custa a visita guiada à queijaria?';
  const good = { shop: 'A feira de queijos abre aos sábados, das 8h às 20h.', tour: 'A visita guiada custa R$ 35.' };
  const [fair, visit] = [await teach(ask, contextId, shop, good.shop), await teach(ask, contextId, tour, good.tour)];
  const watch = (question: string, expected: string) =>
    ask('POST', '/test-questions', { contextId, question, expected: [expected], declines: false });
  await watch(shop, 'das 8h às 20h');
  await watch(tour, 'R$ 35');
  await testsWhen(ask, contextId, ({ data }) => data.every(({ last }: { last: unknown }) => last !== null));
  await ask('PUT', `/contents/${fair}`, { question: shop, answer: 'A feira de queijos agora abre só às 9h.' });
  await testsWhen(ask, contextId, ({ data }) =>
    data.some(({ last }: { last: any }) => last && !last.passed && last.passedBefore),
  );
  await ask('PUT', '/test-questions/holding', { contextId, holds: true });
  await ask('PUT', `/contents/${visit}`, { question: tour, answer: 'A visita guiada é paga na entrada.' });
  await testsWhen(ask, contextId, ({ held }) => held[0]?.state === 'held');
}

/** Answers a gap and improves an answer of a conversation. Returns the ids of both. */
async function improve(ask: Ask, contextId: string): Promise<{ gapId: string; conversationId: string }> {
  const { id: gapId } = await until(async () => {
    const { data } = await ask('GET', '/knowledge-gaps?limit=50');
    return data.find(({ question }: { question: string }) => question.includes('guarda-chuva')) as
      { id: string } | undefined;
  }, 40_000);
  const written = { contextId, question: ANSWERED, answer: 'Sim: o aluguel do guarda-chuva custa R$ 10 por dia.' };
  await ask('POST', `/knowledge-gaps/${gapId}/answer`, written);
  const { data: conversationList } = await ask('GET', `/conversations?contextId=${contextId}&limit=50`);
  const conversationId = conversationList.find((one: { firstQuestion: string }) => one.firstQuestion === IMPROVED)
    ?.id as string;
  const { exchanges } = await ask('GET', `/conversations/${conversationId}`);
  const path = `/conversations/${conversationId}/messages/${exchanges[0].id}/improvement`;
  await ask('POST', path, { contextId, question: IMPROVED, answer: 'Sim, temos aula de violino às terças, às 19h.' });
  await until(async () => (await ask('GET', path)).improvement?.state !== 'waiting', 60_000);
  await until(async () => (await ask('GET', `/knowledge-gaps/${gapId}`)).again?.waiting === 0, 60_000);
  return { gapId, conversationId };
}

/** Creates the states that take several steps. Returns the ids for the addresses that show them. */
export async function buildStories(ask: Ask, contextId: string): Promise<Record<string, string>> {
  const { gapId, conversationId } = await improve(ask, contextId);
  await makeWorse(ask, contextId);
  return { '/knowledge-gaps/:gapId+answered': gapId, '/conversations/:conversationId+improved': conversationId };
}
