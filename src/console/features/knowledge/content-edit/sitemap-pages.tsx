import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { formatAddress, formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, toneOf } from '../../../components/status-dot.tsx';
import { request } from '../../../http/client.ts';
import { useResourceTexts } from '../../../resource/words.ts';

const A_PAGE = 20;
const LIVELY_POLL_MS = 3_000;
/** From here on the pages are enough to be searched. */
const SEARCH_FROM = 8;

interface Pages {
  data: Content[];
  total: number;
}

/** The pages that a sitemap has brought, with how each stands. */
export function SitemapPages({ content }: { content: Content }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const asked = useDeferredValue(search.trim());
  const { data, isPending, isError, error, refetch, isFetching } = useQuery({
    queryKey: ['sitemap-pages', content.id, content.updatedAt, asked, page],
    queryFn: ({ signal }) => {
      const view = { contextId: content.contextId, sitemapId: content.id, sort: 'url', limit: A_PAGE, page };
      return request<Pages>('/contents', { query: { ...view, ...(asked ? { search: asked } : {}) }, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? LIVELY_POLL_MS : false),
    retry: false,
  });
  const total = data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / A_PAGE));
  return (
    <section className="content-section">
      <div className="content-section-head">
        <h2>{t('contents.map.pages', { count: content.pages, written: formatCount(content.pages) })}</h2>
        {content.pages >= SEARCH_FROM && (
          <Input
            className="map-search"
            role="searchbox"
            aria-label={t('contents.map.search')}
            placeholder={t('contents.map.search')}
            prefix={<Icon name="search" />}
            allowClear
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setPage(1);
            }}
          />
        )}
      </div>
      {isError && <LoadError error={error as never} again={() => void refetch()} busy={isFetching} />}
      {isPending && !isError && <Skeleton rows={5} />}
      {data && total === 0 && <p className="cell-quiet">{t(asked ? 'contents.map.noneMatch' : 'contents.map.none')}</p>}
      <ul className="map-pages">
        {data?.data.map((one) => (
          <MapPage key={one.id} page={one} />
        ))}
      </ul>
      {last > 1 && (
        <div className="map-pager">
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('contents.map.before')}
          </Button>
          <span className="figures">{t('contents.map.place', { page, last })}</span>
          <Button size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('contents.map.after')}
          </Button>
        </div>
      )}
    </section>
  );
}

function MapPage({ page }: { page: Content }) {
  const { t } = useTranslation();
  const words = useResourceTexts(resource);
  return (
    <li>
      <Link to={`/knowledge-base/content/edit/${page.id}`}>
        <span className="cell-line">{page.title}</span>
        <span className="cell-line content-second">{formatAddress(page.url ?? '')}</span>
      </Link>
      {page.vanishedAt ? (
        <StatusDot tone="waiting">{t('contents.sync.vanished')}</StatusDot>
      ) : (
        <StatusDot tone={toneOf(page.status) ?? 'off'}>{words.option('status', page.status)}</StatusDot>
      )}
    </li>
  );
}
