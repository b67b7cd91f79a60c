import { type HttpError, useList, useOne } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Row, Typography } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { formatAddress, formatCount } from '../../../../shared/format.ts';
import { type Content, isRead, isUnderWay } from '../../../components/content-kinds.ts';
import { Facts } from '../../../components/facts.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Loaded, LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { SearchBox } from '../../../resource/list-toolbar.tsx';
import { textsOf } from '../../../resource/texts.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { ContentRemoval } from '../content-removal.tsx';
import { ContentNotes } from './content-notes.tsx';
import { Editor } from './editors.tsx';
import { LearntText, LeftOut } from './read-text.tsx';
import { Readings, useReadingList } from './readings.tsx';
import { Understood } from './understood.tsx';
import '../knowledge.css';

const LIST = '/knowledge-base/content';
const FAST_POLL_MS = 3_000;

/** Edits one content with the form of its kind: a question and answer, a file, a page or a sitemap. */
export function ContentEditPage() {
  const { contentId = '' } = useParams();
  const navigate = useNavigate();
  const texts = textsOf(resource);
  const [isRemoving, setRemoving] = useState(false);
  const canEdit = useAllowed('contents', 'edit');
  const canDelete = useAllowed('contents', 'delete');
  // Most contents are pages, which need this list: started here, the request runs in parallel.
  useReadingList(contentId);
  const { query } = useOne<Content, HttpError>({
    resource: 'contents',
    id: contentId,
    queryOptions: {
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? FAST_POLL_MS : false),
    },
  });
  const content = query.data?.data;
  const back = { to: LIST, label: texts.title };
  return (
    <PageFrame
      title={content ? t(`contents.${canEdit ? 'editPage' : 'options.type'}.${content.type}`) : t('contents.edit')}
      intro={content?.type === 'FAQ' ? undefined : content?.title}
      back={back}
    >
      <Loaded query={query} rows={8} back={LIST}>
        {({ data }) => (
          <Row gutter={[{ xs: 0, lg: 48 }, 24]}>
            <Col key={data.id} xs={24} lg={16}>
              <ContentNotes content={data} />
              <Editor content={data} done={() => void navigate(LIST)} />
              {isRead(data) && <Readings content={data} />}
              {data.type === 'SITEMAP' && <SitemapPages content={data} />}
              {(data.type === 'LINK' || data.type === 'FILE') && (
                <>
                  <Understood content={data} />
                  <LearntText content={data} />
                  <LeftOut content={data} />
                </>
              )}
            </Col>
            <Col xs={24} lg={8}>
              <ContentFacts content={data} remove={canDelete ? () => setRemoving(true) : undefined} />
            </Col>
          </Row>
        )}
      </Loaded>
      <ContentRemoval
        content={isRemoving ? content : undefined}
        onClose={() => setRemoving(false)}
        onDone={() => void navigate(LIST, { replace: true })}
      />
    </PageFrame>
  );
}

function ContentFacts({ content, remove }: { content: Content; remove?: () => void }) {
  const { contexts } = useCurrentContext();
  const canSeo = useAllowed('seo-evaluations', 'show');
  const cell = (name: 'status' | 'words' | 'syncedAt' | 'updatedAt') => (
    <FieldCell resource={resource} name={name} value={content[name]} />
  );
  const facts = {
    status: content.isHeld ? <StatusDot tone="waiting">{t('contents.held.status')}</StatusDot> : cell('status'),
    context: contexts.find(({ id }) => id === content.contextId)?.name,
    words: content.type !== 'SITEMAP' && cell('words'),
    syncedAt: content.syncedAt && cell('syncedAt'),
    sitemapId: content.sitemapId && <Link to={`${LIST}/edit/${content.sitemapId}`}>{t('contents.map.open')}</Link>,
    seo: content.type === 'LINK' && canSeo && <Link to={`/seo-evaluation/${content.id}`}>{t('contents.seo.see')}</Link>,
    updatedAt: cell('updatedAt'),
  };
  return (
    <aside>
      <Card size="small">
        <Facts texts="contents.fields" layout="horizontal" styles={{ label: { width: 104 } }} facts={facts} />
        {remove && (
          <Button type="link" danger style={{ paddingInline: 0 }} icon={<Icon name="trash" />} onClick={remove}>
            {t('contents.delete.action')}
          </Button>
        )}
      </Card>
    </aside>
  );
}

const PAGE_SIZE = 20;
const SEARCH_FROM = 8;

/** Lists the pages that a sitemap has added, with their status and a search. */
function SitemapPages({ content }: { content: Content }) {
  const [search, setSearch] = useState('');
  const [currentPage, setPage] = useState(1);
  const { query, result } = useList<Content, HttpError>({
    resource: resource.name,
    pagination: { currentPage, pageSize: PAGE_SIZE },
    sorters: [{ field: 'url', order: 'asc' }],
    filters: [
      { field: 'contextId', operator: 'eq', value: content.contextId },
      { field: 'sitemapId', operator: 'eq', value: content.id },
      { field: 'search', operator: 'eq', value: search || undefined },
    ],
    queryOptions: {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? FAST_POLL_MS : false),
      retry: false,
    },
  });
  return (
    <section className="content-section">
      <Flex wrap gap="8px 16px" justify="space-between" align="center">
        <Typography.Title level={2}>
          {t('contents.map.pages', { count: content.pages, formatted: formatCount(content.pages) })}
        </Typography.Title>
        {content.pages >= SEARCH_FROM && (
          <SearchBox
            value={search}
            label={t('contents.map.search')}
            onSearch={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
        )}
      </Flex>
      {query.isError ? (
        <LoadError query={query} />
      ) : (
        <ItemList
          className="list-flush"
          loading={query.isPending}
          rows={result.data}
          empty={t(search ? 'contents.map.noneMatch' : 'contents.map.none')}
          pagination={{
            size: 'small',
            align: 'start',
            current: currentPage,
            pageSize: PAGE_SIZE,
            total: result.total ?? 0,
            onChange: setPage,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }}
          item={({ id, title, url, status, vanishedAt }) => ({
            key: id,
            title: <Link to={`/knowledge-base/content/edit/${id}`}>{title}</Link>,
            text: <span className="cell-line">{formatAddress(url ?? '')}</span>,
            extra: vanishedAt ? (
              <StatusDot tone="waiting">{t('contents.sync.vanished')}</StatusDot>
            ) : (
              <FieldCell resource={resource} name="status" value={status} />
            ),
          })}
        />
      )}
    </section>
  );
}
