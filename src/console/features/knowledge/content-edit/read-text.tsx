import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, List, Tooltip, Typography } from 'antd';
import { Fragment } from 'react';
import type { ContentText } from '../../../../shared/contents.ts';
import type { LeftOutEntry, LeftOutTexts, TextChoice, TextChoiceOutcome } from '../../../../shared/reading.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FoldedSection } from './folded-section.tsx';

const PASSAGES = 50;

/** Shows the text that answers are based on. The section loads it when it is opened. */
export const LearntText = ({ content }: { content: Content }) => (
  <FoldedSection title={t('contents.text.title')}>
    <Passages content={content} />
  </FoldedSection>
);

function Passages({ content }: { content: Content }) {
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

/** What a person has chosen first, then the rest by its reason, in the order of the page. */
const groupOf = ({ isTaken, reason }: LeftOutEntry) => (isTaken ? 'taken' : reason);
const ORDER = ['taken', 'choice', 'hidden', 'outside', 'form', 'notice', 'menu', 'repeated', 'machine'] as const;

/** Shows what the last reading of a page or file left out, and why, with buttons to take it in. */
export function LeftOut({ content }: { content: Content }) {
  const query = useQuery({
    queryKey: ['content-left-out', content.id, content.updatedAt],
    queryFn: ({ signal }) => request<LeftOutTexts>(`/contents/${content.id}/left-out`, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!query.isError && !query.data?.data.length) return null;
  const byGroup = Map.groupBy(query.data?.data ?? [], groupOf);
  const groups = ORDER.flatMap((name) => (byGroup.has(name) ? [{ name, texts: byGroup.get(name)! }] : []));
  const summary = groups.map(({ name, texts }) => t(`contents.leftOut.counts.${name}`, { count: texts.length }));
  const site = query.data?.site;
  return (
    <FoldedSection title={t('contents.leftOut.title')} summary={summary.join(' · ')}>
      {query.isError ? (
        <LoadError query={query} />
      ) : (
        <p className="cell-quiet">{site ? t('contents.leftOut.ofSite', { site }) : t('contents.leftOut.ofFile')}</p>
      )}
      {groups.map(({ name, texts }) => (
        <Fragment key={name}>
          <Typography.Title level={3} className="passage-heading">
            {t(`contents.leftOut.reasons.${name}`)}
          </Typography.Title>
          <List
            className="list-flush left-out"
            size="small"
            dataSource={texts}
            renderItem={(entry) => <Entry entry={entry} content={content} />}
          />
        </Fragment>
      ))}
    </FoldedSection>
  );
}

function Entry({ entry: { text, isTaken }, content }: { entry: LeftOutEntry; content: Content }) {
  const { choose, isBusy } = useTextChoice(content);
  const action = t(isTaken ? 'contents.leftOut.leave' : 'contents.leftOut.take');
  const button = choose && (
    <Button
      key="choose"
      size="small"
      loading={isBusy}
      disabled={isUnderWay(content)}
      aria-label={`${action}: ${text.slice(0, 60)}`}
      onClick={() => choose({ text, isTaken: !isTaken })}
    >
      {action}
    </Button>
  );
  return (
    <List.Item actions={button ? [button] : undefined}>
      <Typography.Paragraph
        className="text-lines fill"
        ellipsis={{ rows: 3, expandable: true, symbol: t('contents.leftOut.more') }}
      >
        {text}
      </Typography.Paragraph>
    </List.Item>
  );
}

/** Returns `choose`, which takes a text in or leaves it out in a file or on all pages of a site; undefined where that is impossible. */
function useTextChoice({ id, type }: Pick<Content, 'id' | 'type'>) {
  const canEdit = useAllowed('contents', 'edit');
  const { call, isBusy } = useCall<TextChoiceOutcome>('contents');
  const choose = (choice: TextChoice) =>
    call({
      url: `/contents/${id}/left-out`,
      method: 'put',
      id,
      values: choice,
      successText: ({ pages }) =>
        type === 'FILE' ? t('contents.leftOut.begunFile') : t('contents.leftOut.begun', { count: pages }),
    });
  return { choose: (type === 'LINK' || type === 'FILE') && canEdit ? choose : undefined, isBusy };
}
