import { createApp } from '../../src/server/app.ts';
import { openBench } from '../bench-server.ts';
import { contains } from '../search/measures.ts';
import { sendQuestion, storeBusiness, type WidgetReply } from './business-setup.ts';
import type { Business, SmallQuestion } from './businesses.ts';
import type { AnsweredQuestion } from './print.ts';

/** Asks every question over HTTP, follow-ups after their question, on a server with the embedded model. */
export async function askOverHttp(businesses: readonly Business[]): Promise<AnsweredQuestion[]> {
  const bench = await openBench();
  const app = await createApp({ services: bench.services });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const questions: AnsweredQuestion[] = [];
  for (const business of businesses) {
    const { contextId, itemOf } = await storeBusiness(bench, business);
    const url = `${address}/api/widgets/${contextId}/messages`;
    for (const question of business.questions) {
      const before = question.after === undefined ? null : await sendQuestion(url, { question: question.after });
      const reply = await sendQuestion(url, {
        question: question.q,
        ...(before && { conversationId: before.conversationId }),
      });
      questions.push({ contents: business.items.length, question, ...judge(question, reply, itemOf) });
    }
  }
  await app.close();
  await bench.close();
  return questions;
}

function judge(
  { expect, contains: holds = [] }: SmallQuestion,
  reply: WidgetReply,
  itemOf: ReadonlyMap<string, string>,
) {
  const has = (ids: readonly string[]) => ids.some((id) => expect?.includes(itemOf.get(id) ?? '') ?? false);
  const isQuoted = holds.length === 0 || contains(reply.text, holds);
  return {
    outcome: reply.outcome,
    isAnswerable: expect !== null,
    isFirst: has(reply.sources) || (expect !== null && holds.length > 0 && isQuoted),
    isAmongThree: has(reply.suggestions),
    isQuoted,
  };
}
