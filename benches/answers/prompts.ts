import { createApp } from '../../src/server/app.ts';
import { asData } from '../../src/server/chat/models/fence.ts';
import { plans } from '../../src/server/db/schema/billing.ts';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { fencedIn, type ModelProvider, startModelProvider } from '../../tests/support/model-provider.ts';
import { openBench } from '../bench-server.ts';
import { contains } from '../search/measures.ts';
import { storeModel } from '../store-model.ts';
import { sendQuestion, storeBusiness } from './business-setup.ts';
import { type Business, passagesOf, type SmallQuestion } from './businesses.ts';

/** A question and what the model's prompt contained for it. */
export interface Prompted {
  kind: string;
  business: string;
  question: string;
  /** Null when the model was not asked. */
  passages: number | null;
  /** Whether the prompt contains all passages needed for the answer. */
  holds: boolean;
}

/** A question with the items that answer it; one of each list is needed. */
interface PromptCheck {
  kind: string;
  q: string;
  after?: string;
  needs: Pick<SmallQuestion, 'expect' | 'contains'>[];
}

const TWO_IN_ONE = 'two in one';
/** Separators between two questions in one message. */
const JOINTS = [' e ', '? ', ', e também ', '\n'];

/** Returns the answerable questions of a business, and pairs of them in one message. */
function promptChecksOf({ questions }: Business): PromptCheck[] {
  const answerable = questions.filter(({ expect }) => expect !== null);
  const alone = answerable.map((one): PromptCheck => ({
    kind: one.kind,
    q: one.q,
    ...(one.after !== undefined && { after: one.after }),
    needs: [one],
  }));
  const short = answerable.filter(({ kind, after }) => after === undefined && kind !== 'long');
  const half = Math.ceil(short.length / 2);
  const pairs = short.slice(0, half).flatMap((one, at): PromptCheck[] => {
    const other = short[at + half];
    if (!other || other.expect!.some((id) => one.expect!.includes(id))) return [];
    const joint = JOINTS[at % JOINTS.length]!;
    return [{ kind: TWO_IN_ONE, q: `${one.q.replace(/\?$/, '')}${joint}${other.q}`, needs: [one, other] }];
  });
  return [...alone, ...pairs];
}

/** Whether a prompt completely contains one of the passages that answer. */
function isShown({ items }: Business, need: PromptCheck['needs'][number], shown: string): boolean {
  const passages = items.filter(({ id }) => need.expect!.includes(id)).flatMap(passagesOf);
  const answering = passages.filter(({ text }) => !need.contains?.length || contains(text, need.contains));
  return (answering.length > 0 ? answering : passages).some(({ text }) => shown.includes(asData(text)));
}

/** Makes every plan use a model that only records its prompts and declines. */
async function useRecorder({ services }: Awaited<ReturnType<typeof openBench>>, url: string) {
  const modelId = await storeModel(services, {
    name: 'Recorder',
    modelName: 'recorder',
    baseUrl: url,
    inputTokensPerCredit: 1_000_000,
    outputTokensPerCredit: 1_000_000,
    tokenWindow: 16_000,
    maxResponseTokens: 500,
  });
  await withPlatform(services.db, (tx) => tx.update(plans).set({ modelId }));
}

async function prompt(provider: ModelProvider, url: string, { q, after }: PromptCheck): Promise<string | null> {
  const before = after === undefined ? null : await sendQuestion(url, { question: after });
  provider.reset();
  provider.next({ kind: 'text', deltas: ['[[SEM_RESPOSTA]]'] });
  await sendQuestion(url, { question: q, ...(before && { conversationId: before.conversationId }) });
  const lastRequest = provider.requests.at(-1);
  return lastRequest ? fencedIn(lastRequest.prompt) : null;
}

/** Asks every answerable question over HTTP, on a server whose model records its prompts. */
export async function recordPrompts(businesses: readonly Business[]): Promise<Prompted[]> {
  const provider = await startModelProvider();
  const bench = await openBench({ allow: [provider.host] });
  await useRecorder(bench, provider.baseUrl);
  const app = await createApp({ services: bench.services });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const prompted: Prompted[] = [];
  for (const business of businesses) {
    const { contextId } = await storeBusiness(bench, business);
    const url = `${address}/api/widgets/${contextId}/messages`;
    for (const wanted of promptChecksOf(business)) {
      const shown = await prompt(provider, url, wanted);
      prompted.push({
        kind: wanted.kind,
        business: business.business,
        question: wanted.q,
        passages: shown === null ? null : (shown.match(/^\[\d+\] /gm) ?? []).length,
        holds: shown !== null && wanted.needs.every((need) => isShown(business, need, shown)),
      });
    }
  }
  await app.close();
  await bench.close();
  await provider.close();
  return prompted;
}
