import { useQuery } from '@tanstack/react-query';
import { CorrectButton } from '../../../components/correct-answer.tsx';
import { ExplainedAnswer, type ExplainedExchange } from '../../../components/explained-answer.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';
import type { LastAnswer } from './chat-preview-page.tsx';

type TriedExchange = ExplainedExchange & { id: string; question: string; answer: string };

/** Outcomes that better content can improve. The other outcomes do not depend on the knowledge base. */
const CORRECTABLE: readonly ExplainedExchange['outcome'][] = ['answered', 'shown', 'suggested', 'unknown'];

/** Number of retries. The server stores the answer when its stream ends, so the first request may come too early. */
const TRIES = 6;
const WAIT_MS = 500;

async function findExchange(conversationId: string, messageId: string, signal: AbortSignal): Promise<TriedExchange> {
  const { exchanges } = await request<{ exchanges: TriedExchange[] }>(`/conversations/${conversationId}`, { signal });
  const found = exchanges.find((exchange) => exchange.id === messageId);
  if (!found) throw new Error('The exchange is not stored yet');
  return found;
}

/** Explains the last answer, which people may correct. */
export function WhyAnswer({ contextId, last }: { contextId: string; last: LastAnswer }) {
  const { conversationId, messageId, grounded } = last;
  // Not useOne: the query fails, and is tried again, until the conversation contains the answer.
  const query = useQuery({
    // Choosing a suggestion gives the same message a new answer, which is `grounded`.
    queryKey: ['why', conversationId, messageId, grounded],
    queryFn: ({ signal }) => findExchange(conversationId, messageId, signal),
    retry: TRIES,
    retryDelay: WAIT_MS,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) return <p>{t('chat-preview.why.failed')}</p>;
  const exchange = query.data;
  if (!exchange) return <Skeleton rows={3} />;
  const { outcome, answer } = exchange;
  const question = exchange.searched ?? exchange.question;
  return (
    <ExplainedAnswer exchange={exchange} column={2}>
      {CORRECTABLE.includes(outcome) && (
        <div>
          <CorrectButton key={messageId} wrong={{ contextId, question, answer }} />
        </div>
      )}
    </ExplainedAnswer>
  );
}
