import { useInvalidate, useList } from '@refinedev/core';
import { Button, Flex, List, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { contentSyncs } from '../../../../../resources/content-syncs.ts';
import type { ContentSync } from '../../../../shared/seo.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Fold } from '../../../components/fold.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useSync } from '../use-sync.ts';

type DifferenceLine = NonNullable<ContentSync['difference']>[number];
const SIGNS: Record<DifferenceLine['kind'], string> = { same: '', gone: '−', new: '+' };

/** Shows lines with the removed and added ones marked by sign and colour, and by text for screen readers. */
function Difference({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <ol className="plain framed difference">
      {lines.map(({ kind, text }, at) => (
        <li key={at} data-kind={kind}>
          <span className="difference-sign" aria-hidden>
            {SIGNS[kind]}
          </span>
          {kind !== 'same' && <span className="unseen">{t(`contents.readings.lines.${kind}`)} </span>}
          {kind === 'gone' ? <del>{text}</del> : kind === 'new' ? <ins>{text}</ins> : <span>{text}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Poll interval while a reading is expected, and the maximum time to wait for it, in ms. */
const POLL_MS = 2_000;
const WAIT_MS = 60_000;
const SHOWN = 5;

const TONES: Record<ContentSync['outcome'], StatusTone> = {
  new: 'good',
  changed: 'good',
  unchanged: 'off',
  excluded: 'off',
  failed: 'bad',
  vanished: 'waiting',
};

/** Returns the query of the readings of a page or sitemap, newest first. Other contents have none. */
export const useReadingList = (contentId: string, pollMs: number | false = false) =>
  useList<ContentSync>({
    resource: contentSyncs.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contentId', operator: 'eq', value: contentId }],
    queryOptions: { staleTime: SHARED_STALE_MS, retry: false, refetchInterval: pollMs },
  }).query;

/** Returns the query of the readings and `wait`, which polls until a new reading arrives or `WAIT_MS` passes. */
function useReadings(content: Content) {
  const invalidate = useInvalidate();
  const [awaited, setAwaited] = useState<{ after: string | undefined; until: number }>();
  const query = useReadingList(content.id, (awaited !== undefined || isUnderWay(content)) && POLL_MS);
  // The content's status can change before the last reading is stored.
  const isReading = isUnderWay(content);
  const wasReading = useRef(isReading);
  const { refetch } = query;
  useEffect(() => {
    if (wasReading.current && !isReading) void refetch();
    wasReading.current = isReading;
  }, [isReading, refetch]);
  const newest = query.data?.data[0]?.id;
  const fetchedAt = query.dataUpdatedAt;
  useEffect(() => {
    if (!awaited || (newest === awaited.after && Date.now() < awaited.until)) return;
    setAwaited(undefined);
    void invalidate({ resource: 'contents', invalidates: ['detail', 'list'], id: content.id });
  }, [awaited, newest, fetchedAt, invalidate, content.id]);
  const wait = () => setAwaited({ after: newest, until: Date.now() + WAIT_MS });
  return { query, wait, isWaiting: awaited !== undefined };
}

export function Readings({ content }: { content: Content }) {
  const canSync = useAllowed('contents', 'sync');
  const { sync, isBusy } = useSync();
  const { query, wait, isWaiting } = useReadings(content);
  const [showsAll, setShowsAll] = useState(false);
  const readings = query.data?.data;
  const hidden = showsAll ? 0 : Math.max(0, (readings?.length ?? 0) - SHOWN);
  return (
    <section className="content-section" id="readings">
      <Flex wrap gap="8px 16px" justify="space-between" align="center">
        <Typography.Title level={2}>{t('contents.readings.title')}</Typography.Title>
        {canSync && (
          <Button
            icon={<Icon name="refresh" />}
            loading={isBusy(content.id) || isWaiting}
            disabled={isUnderWay(content)}
            onClick={() => sync(content.id, wait)}
          >
            {t('contents.sync.now')}
          </Button>
        )}
      </Flex>
      {query.isError && !readings ? (
        <LoadError query={query} />
      ) : (
        <List
          className="list-flush"
          aria-live="polite"
          loading={query.isPending}
          dataSource={readings?.slice(0, showsAll ? undefined : SHOWN)}
          rowKey="id"
          locale={{ emptyText: t('contents.readings.none') }}
          loadMore={
            hidden > 0 && (
              <Button type="text" size="small" onClick={() => setShowsAll(true)}>
                {t('contents.readings.more', { count: hidden })}
              </Button>
            )
          }
          renderItem={(reading, at) => (
            <Reading reading={reading} isOpen={at === 0} isMap={content.type === 'SITEMAP'} />
          )}
        />
      )}
    </section>
  );
}

function Reading({ reading, isOpen, isMap }: { reading: ContentSync; isOpen: boolean; isMap: boolean }) {
  const { outcome, reason, difference, at } = reading;
  const [gone, fresh] = ['gone', 'new'].map((kind) => (difference ?? []).filter((line) => line.kind === kind).length);
  const kind = isMap && outcome !== 'failed' ? 'map' : 'page';
  return (
    <List.Item>
      <div className="fill">
        <Flex wrap justify="space-between">
          <StatusDot tone={TONES[outcome]}>{t(`contents.readings.${kind}.${outcome}`)}</StatusDot>
          <span className="cell-quiet">
            <MomentText iso={at} isExact />
          </span>
        </Flex>
        {reason && (
          <p className="cell-quiet">{outcome === 'excluded' ? reason : t('contents.sync.failedFull', { reason })}</p>
        )}
        {difference && (
          <Fold
            ghost
            size="small"
            isOpen={isOpen}
            label={t(isMap ? 'contents.readings.seePages' : 'contents.readings.see', { gone, fresh })}
          >
            <Difference lines={difference} />
          </Fold>
        )}
      </div>
    </List.Item>
  );
}
