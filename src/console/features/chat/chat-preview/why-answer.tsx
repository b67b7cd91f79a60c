import { useQuery } from '@tanstack/react-query';
import { Card, Collapse, Descriptions, Flex, Progress, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerReasons } from '../../../../shared/chat-protocol.ts';
import { formatCount } from '../../../../shared/format.ts';
import { CorrectButton } from '../../../components/correct-answer.tsx';
import { HeldBackNotice } from '../../../components/held-back-notice.tsx';
import { type ExplainedOutcome, OutcomeText } from '../../../components/outcome-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import type { LastAnswer } from './chat-preview-page.tsx';

/** One exchange as the API returns it. `reasons` is missing if none were stored with it. */
interface Explained {
  id: string;
  question: string;
  /** The question as it was searched, completed with the earlier topic; null if it is the same. */
  searched: string | null;
  answer: string;
  model: string;
  outcome: ExplainedOutcome;
  suggestions?: { contentId: string; ordinal: number; label: string }[];
  chosen?: { contentId: string; ordinal: number } | null;
  credits?: number;
  reasons?: AnswerReasons | null;
}

/** Outcomes that better content can improve. The other outcomes do not depend on the knowledge base. */
const CORRECTABLE: readonly ExplainedOutcome[] = ['answered', 'shown', 'suggested', 'unknown'];

/** Number of retries. The server stores the answer when its stream ends, so the first request may come too early. */
const TRIES = 6;
const WAIT_MS = 500;

async function findExchange(conversationId: string, messageId: string, signal: AbortSignal): Promise<Explained> {
  const { exchanges } = await request<{ exchanges: Explained[] }>(`/conversations/${conversationId}`, { signal });
  const found = exchanges.find((exchange) => exchange.id === messageId);
  if (!found) throw new Error('The exchange is not stored yet');
  return found;
}

const percent = (share: number) => `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;

/** Explains the last answer: outcome, confidence, model, credits, limits and the passages that the search ranked. */
export function WhyAnswer({ contextId, last }: { contextId: string; last: LastAnswer }) {
  const { conversationId, messageId, grounded } = last;
  const { t } = useTranslation();
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
  const { reasons, model, credits, outcome, answer } = exchange;
  const question = exchange.searched ?? exchange.question;
  const facts = [
    reasons && { key: 'confidence', children: percent(reasons.confidence) },
    { key: 'model', children: model === 'embedded' ? t('chat.embedded_model') : model },
    credits !== undefined && { key: 'credits', children: formatCount(credits) },
    ...(reasons?.limits ?? []).map(({ limit, used, of }) => ({
      key: `limits.${limit}`,
      children: t('chat-preview.why.used', { used: formatCount(used), of: formatCount(of) }),
    })),
  ].flatMap((fact) => (fact ? [{ ...fact, label: t(`chat-preview.why.${fact.key}`) }] : []));
  return (
    <>
      <OutcomeText exchange={exchange} />
      {CORRECTABLE.includes(outcome) && <CorrectButton key={messageId} wrong={{ contextId, question, answer }} />}
      <HeldBackNotice heldBack={reasons?.heldBack} />
      <Descriptions size="small" column={1} colon={false} items={facts} />
      {reasons && <Passages passages={reasons.passages} />}
      {reasons?.system && (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'system',
              label: t('chat-preview.why.system'),
              children: <pre className="code-text">{reasons.system}</pre>,
            },
          ]}
        />
      )}
    </>
  );
}

function Passages({ passages }: { passages: AnswerReasons['passages'] }) {
  const { t } = useTranslation();
  if (passages.length === 0) return <p>{t('chat-preview.why.noPassages')}</p>;
  const best = Math.max(...passages.map(({ score }) => score), Number.EPSILON);
  return (
    <Flex vertical component="ol" gap="small" className="plain">
      {passages.map((passage, at) => (
        <li key={`${passage.contentId} ${at}`}>
          <Link to={`/knowledge-base/content/edit/${passage.contentId}`}>
            <Card size="small" hoverable>
              <strong>{passage.title}</strong>
              <span aria-hidden>
                <Progress
                  size={['100%', 3]}
                  showInfo={false}
                  percent={(100 * Math.max(passage.score, 0)) / best}
                  strokeColor={passage.used ? undefined : 'var(--quiet)'}
                />
              </span>
              <Flex wrap gap="0 10px" className="cell-small">
                {passage.used && <Typography.Text type="success">{t('chat-preview.why.usedPassage')}</Typography.Text>}
                {passage.page !== null && <span>{t('chat-preview.page', { page: passage.page })}</span>}
              </Flex>
              <span className="three-lines small-text">{passage.excerpt}</span>
            </Card>
          </Link>
        </li>
      ))}
    </Flex>
  );
}
