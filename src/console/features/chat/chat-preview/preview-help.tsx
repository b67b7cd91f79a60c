import { type HttpError, useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Skeleton as AntdSkeleton } from 'antd';
import { Link } from 'react-router';
import { CorrectButton } from '../../../components/correct-answer.tsx';
import { ExplainedAnswer, type ExplainedExchange } from '../../../components/explained-answer.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { Row } from '../../../resource/use-list-table.ts';
import type { LastAnswer } from './chat-preview-page.tsx';
import { DemoLinks, HelpPart } from './demo-links.tsx';

const SUGGESTED = 5;

/** The column beside the panel: questions to try, the reasons of the last answer, and how to improve it. */
export function PreviewHelp(props: {
  contextId: string;
  last: LastAnswer | undefined;
  /** The questions that the chat offers at its start. */
  offered: readonly string[];
  ask: (question: string) => void;
}) {
  const canTeach = useAllowed('contents', 'create');
  const titles = useSuggested(props.contextId)?.map(({ title }) => String(title));
  const questions = titles?.length === 0 ? props.offered : titles;
  return (
    <Flex vertical component="aside" gap={28}>
      <HelpPart title={t('chat-preview.try')}>
        {questions?.length === 0 && t('chat-preview.tryNone')}
        {!questions && <QuestionsWaiting />}
        <Flex vertical component="ul" gap="small" className="plain">
          {questions?.map((question) => (
            <li key={question}>
              <Button
                block
                className="line-button"
                icon={<Icon name="chevronRight" size={14} />}
                iconPosition="end"
                onClick={() => props.ask(question)}
              >
                {question}
              </Button>
            </li>
          ))}
        </Flex>
      </HelpPart>
      <HelpPart title={t('chat-preview.why.title')} isLive>
        <LastAnswerReasons contextId={props.contextId} last={props.last} />
      </HelpPart>
      {canTeach && (
        <HelpPart title={t('chat-preview.tips.title')}>
          <p>{t('chat-preview.tips.text')}</p>
          <Link to="/knowledge-base/content/upload?tab=faq">{t('chat-preview.tips.action')}</Link>
        </HelpPart>
      )}
      <DemoLinks contextId={props.contextId} />
    </Flex>
  );
}

export const QuestionsWaiting = () => (
  <Flex vertical gap="small" aria-busy>
    {Array.from({ length: SUGGESTED }, (_, at) => (
      <AntdSkeleton.Input key={at} active block />
    ))}
  </Flex>
);

/** Explains the last answer. Users who may not read conversations see only whether it was answered. */
function LastAnswerReasons({ contextId, last }: { contextId: string; last: LastAnswer | undefined }) {
  const canRead = useAllowed('conversations', 'show');
  if (!last) return <p>{t('chat-preview.why.none')}</p>;
  if (canRead) return <WhyAnswer contextId={contextId} last={last} />;
  return <p>{t(last.grounded ? 'chat-preview.why.outcomes.answered' : 'chat-preview.why.outcomes.unknown')}</p>;
}

/**
 * Returns up to five questions that the knowledge base can answer: the titles of the latest questions and answers.
 * Undefined while they load; empty if the request fails.
 */
export function useSuggested(contextId: string | undefined): Row[] | undefined {
  const { query } = useList<Row, HttpError>({
    resource: 'contents',
    pagination: { currentPage: 1, pageSize: SUGGESTED },
    sorters: [{ field: 'updatedAt', order: 'desc' }],
    filters: [
      { field: 'contextId', operator: 'eq', value: contextId },
      { field: 'parents', operator: 'eq', value: 'true' },
      { field: 'type', operator: 'in', value: ['FAQ'] },
      { field: 'status', operator: 'in', value: ['done'] },
      { field: 'enabled', operator: 'eq', value: 'true' },
    ],
    queryOptions: { enabled: contextId !== undefined, staleTime: SHARED_STALE_MS },
  });
  return query.data?.data ?? (query.isError ? [] : undefined);
}

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
function WhyAnswer({ contextId, last }: { contextId: string; last: LastAnswer }) {
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
