import { useInvalidate, useList } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentSyncs } from '../../../../../resources/content-syncs.ts';
import type { ContentSync } from '../../../../shared/seo.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { FRESH_MS } from '../../../http/fresh.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useSync } from '../use-sync.ts';
import { Difference } from './difference.tsx';

/** A reading that was asked for is looked for so often, and so long. */
const POLL_MS = 2_000;
const PATIENCE_MS = 60_000;
/** Readings told at first. */
const SHOWN = 5;

const TONES: Record<ContentSync['outcome'], Tone> = {
  new: 'good',
  changed: 'good',
  unchanged: 'off',
  failed: 'bad',
  vanished: 'waiting',
};

/** What the readings of a page or sitemap came to, the newest first. Other contents have none. */
export const useReadingList = (contentId: string, pollMs: number | false = false) =>
  useList<ContentSync>({
    resource: contentSyncs.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contentId', operator: 'eq', value: contentId }],
    queryOptions: { staleTime: FRESH_MS, retry: false, refetchInterval: pollMs },
    errorNotification: false,
  }).query;

/** The readings; a new one is waited for after it was asked for. */
function useReadings(content: Content) {
  const invalidate = useInvalidate();
  const [awaited, setAwaited] = useState<{ after: string | undefined; until: number }>();
  const query = useReadingList(content.id, (awaited !== undefined || isUnderWay(content)) && POLL_MS);
  // What the content tells of its end may come before the last reading does.
  const isReading = isUnderWay(content);
  const wasReading = useRef(isReading);
  const { refetch } = query;
  useEffect(() => {
    if (wasReading.current && !isReading) void refetch();
    wasReading.current = isReading;
  }, [isReading, refetch]);
  const newest = query.data?.data[0]?.id;
  const asked = query.dataUpdatedAt;
  useEffect(() => {
    if (!awaited || (newest === awaited.after && Date.now() < awaited.until)) return;
    setAwaited(undefined);
    void invalidate({ resource: 'contents', invalidates: ['detail', 'list'], id: content.id });
  }, [awaited, newest, asked, invalidate, content.id]);
  const wait = () => setAwaited({ after: newest, until: Date.now() + PATIENCE_MS });
  return { query, wait, isWaiting: awaited !== undefined };
}

/** The last readings of a page or sitemap, with what each changed; and reading it now. */
export function Readings({ content }: { content: Content }) {
  const { t } = useTranslation();
  const canSync = useAllowed('contents', 'sync');
  const { sync, busy } = useSync();
  const { query, wait, isWaiting } = useReadings(content);
  const [isWhole, setWhole] = useState(false);
  const readings = query.data?.data;
  const shown = isWhole ? readings : readings?.slice(0, SHOWN);
  const list = useRef<HTMLOListElement>(null);
  return (
    <section className="content-section" id="readings">
      <div className="content-section-head">
        <h2>{t('contents.readings.title')}</h2>
        {canSync && (
          <Button
            icon={<Icon name="refresh" />}
            loading={busy !== undefined || isWaiting}
            disabled={isUnderWay(content)}
            onClick={() => void sync(content.id).then((isTaken) => isTaken && wait())}
          >
            {t('contents.sync.now')}
          </Button>
        )}
      </div>
      {query.isError && !readings && (
        <LoadError error={query.error as never} again={() => void query.refetch()} busy={query.isFetching} />
      )}
      {query.isPending && <Skeleton rows={3} />}
      {readings?.length === 0 && <p className="cell-quiet">{t('contents.readings.none')}</p>}
      <ol className="readings" ref={list} aria-live="polite">
        {shown?.map((reading, at) => (
          <Reading key={reading.id} reading={reading} isOpen={at === 0} isMap={content.type === 'SITEMAP'} />
        ))}
      </ol>
      {readings && readings.length > SHOWN && !isWhole && (
        <Button type="text" size="small" onClick={() => setWhole(true)}>
          {t('contents.readings.more', { count: readings.length - SHOWN })}
        </Button>
      )}
    </section>
  );
}

function Reading({ reading, isOpen, isMap }: { reading: ContentSync; isOpen: boolean; isMap: boolean }) {
  const { t } = useTranslation();
  const { outcome, reason, difference, at } = reading;
  const [gone, fresh] = ['gone', 'new'].map((kind) => (difference ?? []).filter((line) => line.kind === kind).length);
  const kind = isMap && outcome !== 'failed' ? 'map' : 'page';
  return (
    <li>
      <div className="reading-head">
        <StatusDot tone={TONES[outcome]}>{t(`contents.readings.${kind}.${outcome}`)}</StatusDot>
        <span className="cell-quiet">
          <MomentText iso={at} />
        </span>
      </div>
      {reason && <p className="reading-reason">{t('contents.sync.failedFull', { reason })}</p>}
      {difference && (
        <details open={isOpen}>
          <summary>
            <Icon name="chevronRight" size={14} />{' '}
            {t(isMap ? 'contents.readings.seePages' : 'contents.readings.see', { gone, fresh })}
          </summary>
          <Difference lines={difference} />
        </details>
      )}
    </li>
  );
}
