import { type HttpError, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Flex, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { formatAddress, formatCount } from '../../../../shared/format.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { ItemList } from '../../../components/item-list.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { SearchBox } from '../../../resource/list-toolbar.tsx';

const PAGE_SIZE = 20;
const FAST_POLL_MS = 3_000;
const SEARCH_FROM = 8;

/** Lists the pages that a sitemap has added, with their status and a search. */
export function SitemapPages({ content }: { content: Content }) {
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
