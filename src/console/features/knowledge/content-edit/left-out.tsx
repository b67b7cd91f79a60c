import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, List, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LeftOutEntry, LeftOutTexts } from '../../../../shared/reading.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { LoadError } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';
import { FoldedSection } from './folded-section.tsx';
import { useTextChoice } from './use-text-choice.ts';

/** What a person has chosen first, then the rest by its reason, in the order of the page. */
const groupOf = ({ isTaken, reason }: LeftOutEntry) => (isTaken ? 'taken' : reason);
const ORDER = ['taken', 'choice', 'hidden', 'outside', 'form', 'notice', 'menu', 'repeated', 'machine'] as const;

/** Shows what the last reading of a page or file left out, and why, with buttons to take it in. */
export function LeftOut({ content }: { content: Content }) {
  const { t } = useTranslation();
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
  const children = query.isError ? (
    <LoadError query={query} />
  ) : (
    <>
      <p className="cell-quiet">{site ? t('contents.leftOut.ofSite', { site }) : t('contents.leftOut.ofFile')}</p>
      {groups.map((group) => (
        <Group key={group.name} {...group} content={content} />
      ))}
    </>
  );
  return (
    <FoldedSection title={t('contents.leftOut.title')} summary={summary.join(' · ')}>
      {children}
    </FoldedSection>
  );
}

function Group({ name, texts, content }: { name: (typeof ORDER)[number]; texts: LeftOutEntry[]; content: Content }) {
  const { t } = useTranslation();
  return (
    <>
      <Typography.Title level={3} className="passage-heading">
        {t(`contents.leftOut.reasons.${name}`)}
      </Typography.Title>
      <List
        className="list-flush left-out"
        size="small"
        dataSource={texts}
        renderItem={(entry) => <Entry entry={entry} content={content} />}
      />
    </>
  );
}

function Entry({ entry: { text, isTaken }, content }: { entry: LeftOutEntry; content: Content }) {
  const { t } = useTranslation();
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
