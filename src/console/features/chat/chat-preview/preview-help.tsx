import { type HttpError, useList } from '@refinedev/core';
import { Button, Flex, Skeleton } from 'antd';
import { Link } from 'react-router';
import { Icon } from '../../../components/icon.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { Row } from '../../../resource/use-list-table.ts';
import type { LastAnswer } from './chat-preview-page.tsx';
import { DemoLinks } from './demo-links.tsx';
import { HelpPart } from './help-part.tsx';
import { WhyAnswer } from './why-answer.tsx';

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
      <Skeleton.Input key={at} active block />
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
