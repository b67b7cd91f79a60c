import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Tooltip, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ContentText } from '../../../../shared/contents.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';
import { FoldedSection } from './folded-section.tsx';
import { useTextChoice } from './use-text-choice.ts';

const PASSAGES = 50;

/** Shows the text that answers are based on. The section loads it when it is opened. */
export function LearntText({ content }: { content: Content }) {
  const { t } = useTranslation();
  return (
    <FoldedSection title={t('contents.text.title')}>
      <Passages content={content} />
    </FoldedSection>
  );
}

function Passages({ content }: { content: Content }) {
  const { t } = useTranslation();
  // Not a resource: the API pages it by the index of the first passage.
  const query = useInfiniteQuery({
    queryKey: ['content-text', content.id, content.updatedAt],
    queryFn: ({ pageParam, signal }) =>
      request<ContentText>(`/contents/${content.id}/text`, { query: { from: pageParam, limit: PASSAGES }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PASSAGES < total ? pages.length * PASSAGES : undefined),
    retry: false,
  });
  if (query.isError) return <LoadError query={query} />;
  if (query.isPending) return <Skeleton rows={6} />;
  const passages = query.data.pages.flatMap(({ data }) => data);
  const isOld = query.data.pages[0]?.isOld || (isUnderWay(content) && passages.length > 0);
  return (
    <>
      {isOld && (
        <Alert
          type="info"
          showIcon
          message={t(content.status === 'error' ? 'contents.text.kept' : 'contents.text.old')}
        />
      )}
      {passages.length === 0 && <p className="cell-quiet">{t('contents.text.none')}</p>}
      {passages.map(({ heading, page, text }, at) => (
        <article key={at}>
          {(heading ?? page) !== null && heading !== passages[at - 1]?.heading && (
            <Typography.Title level={3} className="passage-heading">
              {heading}
              {page !== null && <span className="cell-quiet"> {t('contents.text.page', { page })}</span>}
            </Typography.Title>
          )}
          <Lines text={text} content={content} />
        </article>
      ))}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('contents.text.more')}
        </Button>
      )}
    </>
  );
}

/** The lines of a passage, each with a button to leave it out, of a page on all pages of its site. */
function Lines({ text, content }: { text: string; content: Content }) {
  const { t } = useTranslation();
  const { choose, isBusy } = useTextChoice(content);
  if (!choose) return <Typography.Paragraph className="text-lines">{text}</Typography.Paragraph>;
  return text.split('\n').map((line, at) => (
    <Flex key={at} gap={8} align="start" className="read-line">
      <Typography.Paragraph className="text-lines fill">{line}</Typography.Paragraph>
      {line.trim() !== '' && (
        <Tooltip title={t('contents.leftOut.leave')}>
          <Button
            type="text"
            size="small"
            icon={<Icon name="close" size={14} />}
            disabled={isBusy || isUnderWay(content)}
            aria-label={`${t('contents.leftOut.leave')}: ${line.slice(0, 60)}`}
            onClick={() => choose({ text: line, isTaken: false })}
          />
        </Tooltip>
      )}
    </Flex>
  ));
}
