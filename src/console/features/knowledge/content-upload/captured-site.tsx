import { useInvalidate, useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatAddress } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { type Capture, chosenPages, isRunning, wish, type Wishes } from './capture.ts';
import { FollowSitemap } from './follow-sitemap.tsx';
import { FailedPages, PageChoice } from './page-choice.tsx';

const POLL_MS = 1_000;
/** Most addresses that one call takes. */
const URLS_A_CALL = 2_000;

interface Place {
  id: string;
  contextId: string;
  /** Starts over with another site. */
  again: () => void;
}

/** A capture as it goes on: what was found, which pages to keep, and keeping them. */
export function CapturedSite({ id, contextId, again }: Place) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['capture', id],
    queryFn: ({ signal }) => request<Capture>(`/contents/crawl-links/${id}`, { signal }),
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? POLL_MS : false),
    retry: false,
  });
  const capture = query.data;
  if (!capture && query.error) {
    const isGone = (query.error as { status?: number }).status === 404;
    if (!isGone) return <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />;
    const another = <Button onClick={again}>{t('content-upload.link.another')}</Button>;
    return <EmptyState drawing="search" title={t('content-upload.link.gone')} action={another} />;
  }
  if (!capture) return <Skeleton rows={6} />;
  return <Found capture={capture} current={contextId} again={again} />;
}

function Found({ capture, current, again }: { capture: Capture; current: string; again: () => void }) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  // What is told of the pages holds for the context that it was begun for, whichever is chosen by now.
  const { contextId } = capture;
  const owner = contexts.find(({ id }) => id === contextId)?.name;
  const [wishes, setWishes] = useState<Wishes>(new Map());
  const chosen = chosenPages(capture.pages, wishes, capture.room);
  const { keep, isBusy } = useKeep(contextId);
  const readable = capture.pages.filter(({ status }) => status === 'read');
  const site = formatAddress(capture.url);
  const isEmpty = readable.length === 0 && !isRunning(capture);
  if (isEmpty) {
    return (
      <>
        <EmptyState
          drawing="broken"
          title={t('content-upload.link.stopped', { site })}
          text={capture.reason ?? t('content-upload.link.none')}
          action={<Button onClick={again}>{t('content-upload.link.another')}</Button>}
        />
        {capture.failed > 1 && <FailedPages pages={capture.pages} site={capture.url} />}
      </>
    );
  }
  return (
    <section className="capture" aria-busy={isRunning(capture)}>
      <CaptureHead capture={capture} again={again} />
      {contextId !== current && owner && (
        <p className="capture-owner" role="note">
          <Icon name="info" /> {t('content-upload.link.owner', { context: owner })}
        </p>
      )}
      {!isRunning(capture) && <FollowSitemap capture={capture} contextId={contextId} />}
      {readable.length > 0 && (
        <PageChoice
          capture={capture}
          chosen={chosen}
          onChoose={(urls, isWanted) => setWishes(wish(capture.pages, chosen, urls, isWanted))}
        />
      )}
      <div className="capture-foot">
        <FailedPages pages={capture.pages} site={capture.url} />
        <Button type="primary" disabled={chosen.size === 0} loading={isBusy} onClick={() => void keep([...chosen])}>
          {t('content-upload.link.add', { count: chosen.size })}
        </Button>
      </div>
    </section>
  );
}

function CaptureHead({ capture, again }: { capture: Capture; again: () => void }) {
  const { t } = useTranslation();
  const { status, found, read, failed, kept } = capture;
  const site = formatAddress(capture.url);
  const state = status === 'pending' ? 'waiting' : status === 'working' ? 'working' : 'done';
  const title = t(`content-upload.link.${state}`, { site });
  return (
    <header className="capture-head">
      <div className="capture-title">
        <h2>{title}</h2>
        <Button size="small" onClick={again}>
          {t('content-upload.link.another')}
        </Button>
      </div>
      <p className="capture-counts figures" role="status">
        <span>{t('content-upload.link.found', { count: found })}</span>
        <span>{t('content-upload.link.read', { count: read })}</span>
        {kept > 0 && <span>{t('content-upload.link.kept', { count: kept })}</span>}
        {failed > 0 && <span>{t('content-upload.link.failed', { count: failed })}</span>}
      </p>
      {isRunning(capture) && <ProgressBar label={title} />}
    </header>
  );
}

/** Adds the chosen pages and goes to the list, where their training can be followed. */
function useKeep(contextId: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const keep = async (urls: string[]) => {
    setBusy(true);
    try {
      for (let at = 0; at < urls.length; at += URLS_A_CALL) {
        const body = { contextId, urls: urls.slice(at, at + URLS_A_CALL) };
        await request('/contents/links', { method: 'POST', body });
      }
      open?.({ type: 'success', message: t('content-upload.link.added', { count: urls.length }) });
      void navigate('/knowledge-base/content');
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      setBusy(false);
    } finally {
      void invalidate({ resource: 'contents', invalidates: ['list'] });
    }
  };
  return { keep, isBusy };
}
