import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Collapse, Flex, Typography } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatAddress, formatCount } from '../../../../shared/format.ts';
import type { FoundPage, SiteCapture } from '../../../../shared/site-capture.ts';
import type { Content } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { isNotFound } from '../../../components/notices.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { chosenPages, isRunning, type PageChoices, pathWithin, unreadByReason, withChoices } from './capture.ts';
import { PageChoice } from './page-choice.tsx';

const POLL_MS = 1_000;
const MAX_URLS_PER_CALL = 2_000;

interface CapturedSiteProps {
  id: string;
  contextId: string;
  /** Goes back to the form, to enter another site or correct the given address. */
  again: (address?: string) => void;
}

/** Shows a running or finished capture with the pages found, and adds the pages that the user chooses. */
export function CapturedSite({ id, contextId, again }: CapturedSiteProps) {
  const query = useGet<SiteCapture>(`/contents/crawl-links/${id}`, {
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data.data) ? POLL_MS : false),
    retry: false,
  });
  if (!query.data && isNotFound(query.error)) {
    const another = <Button onClick={() => again()}>{t('content-upload.link.another')}</Button>;
    return <EmptyState drawing="search" title={t('content-upload.link.gone')} action={another} />;
  }
  return <Loaded query={query}>{({ data }) => <Found capture={data} current={contextId} again={again} />}</Loaded>;
}

type FoundProps = Pick<CapturedSiteProps, 'again'> & { capture: SiteCapture };

function Found({ capture, current, again }: FoundProps & { current: string }) {
  const { contexts } = useCurrentContext();
  // The pages go to the context of the capture, even if another one is selected now.
  const { contextId } = capture;
  const owner = contexts.find(({ id }) => id === contextId)?.name;
  const [choices, setChoices] = useState<PageChoices>(new Map());
  const chosen = chosenPages(capture.pages, choices, capture.room);
  const { add, isPending } = useAddPages(contextId);
  const hasPages = capture.pages.some(({ status }) => status === 'read');
  if (!hasPages && !isRunning(capture)) {
    return (
      <>
        <EmptyState
          drawing="broken"
          title={t('content-upload.link.stopped', { site: formatAddress(capture.url) })}
          text={capture.reason ?? t('content-upload.link.none')}
          action={<Button onClick={() => again(capture.url)}>{t('content-upload.link.another')}</Button>}
        />
        {capture.pages.length > 1 && <UnreadPages pages={capture.pages} site={capture.url} />}
      </>
    );
  }
  return (
    <Flex component="section" vertical gap={16} aria-busy={isRunning(capture)}>
      <CaptureHead capture={capture} again={again} />
      {contextId !== current && owner && (
        <Alert type="warning" showIcon role="note" message={t('content-upload.link.owner', { context: owner })} />
      )}
      {!isRunning(capture) && <FollowSitemap capture={capture} contextId={contextId} />}
      {hasPages && (
        <PageChoice
          capture={capture}
          chosen={chosen}
          onChoose={(urls, isWanted) => setChoices(withChoices(capture.pages, chosen, urls, isWanted))}
        />
      )}
      <Flex wrap gap={12} justify="space-between" align="flex-start">
        <UnreadPages pages={capture.pages} site={capture.url} />
        <Button
          type="primary"
          className="phone-wide push-end"
          disabled={chosen.size === 0}
          loading={isPending}
          onClick={() => add([...chosen])}
        >
          {t('content-upload.link.add', { count: chosen.size })}
        </Button>
      </Flex>
    </Flex>
  );
}

function CaptureHead({ capture, again }: FoundProps) {
  const { status } = capture;
  const state = status === 'pending' ? 'waiting' : status === 'working' ? 'working' : 'done';
  const title = t(`content-upload.link.${state}`, { site: formatAddress(capture.url) });
  return (
    <Flex component="header" vertical gap={8}>
      <Flex gap={16} justify="space-between" align="center">
        <Typography.Title level={2} ellipsis>
          {title}
        </Typography.Title>
        <Button size="small" onClick={() => again()}>
          {t('content-upload.link.another')}
        </Button>
      </Flex>
      <Flex wrap gap="0 16px" role="status" className="figures small-text">
        {(['found', 'read', 'kept', 'failed', 'excluded'] as const).map(
          (name) =>
            (capture[name] > 0 || name === 'found' || name === 'read') && (
              <span key={name}>{t(`content-upload.link.${name}`, { count: capture[name] })}</span>
            ),
        )}
      </Flex>
      {isRunning(capture) && <ProgressBar label={title} />}
    </Flex>
  );
}

/** Adds the chosen pages and navigates to the list, where their training is visible. */
function useAddPages(contextId: string) {
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const client = useQueryClient();
  const mutationKey = ['captured pages', contextId];
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: async (urls: string[]) => {
      for (let at = 0; at < urls.length; at += MAX_URLS_PER_CALL) {
        const body = { contextId, urls: urls.slice(at, at + MAX_URLS_PER_CALL) };
        await request('/contents/links', { method: 'POST', body });
      }
    },
    onSuccess: (_, urls) => {
      notify({ type: 'success', message: t('content-upload.link.added', { count: urls.length }) });
      void navigate('/knowledge-base/content');
    },
    onError: showFailure,
    onSettled: () => void invalidate({ resource: 'contents', invalidates: ['list'] }),
  });
  // `isPending` comes too late for the second click of a double click.
  const add = (urls: string[]) => void (client.isMutating({ mutationKey }) || mutate(urls));
  return { add, isPending };
}

/** Lists the pages that were not read, grouped by reason: failures, and pages that the site excludes. */
function UnreadPages({ pages, site }: { pages: readonly FoundPage[]; site: string }) {
  const items = (['failed', 'excluded'] as const).flatMap((status) => {
    const some = pages.filter((page) => page.status === status);
    if (some.length === 0) return [];
    return [
      {
        key: status,
        label: t(`content-upload.link.see.${status}`, { count: some.length }),
        children: unreadByReason(some).map(([reason, unread]) => (
          <div key={reason} className="part-gap fill">
            <strong>
              {reason || t('content-upload.link.noReason')}{' '}
              <span className="cell-quiet">{t('content-upload.link.pages', { count: unread.length })}</span>
            </strong>
            <ul className="plain">
              {unread.map(({ url }) => (
                <li key={url}>{pathWithin(site, url)}</li>
              ))}
            </ul>
          </div>
        )),
      },
    ];
  });
  return items.length > 0 && <Collapse ghost size="small" items={items} />;
}

/**
 * Returns `follow`, which follows a sitemap and navigates to its content. It also accepts the address of a site: the
 * server then looks for its sitemap.
 */
export function useFollow(contextId: string) {
  const navigate = useNavigate();
  const { call, isBusy } = useCall<{ data: Content[] }>('contents');
  const follow = (url: string) =>
    call({
      url: '/contents/links',
      values: { contextId, urls: [url], sitemap: true },
      successText: t('content-upload.map.followed'),
      onSuccess: ({ data }) => void navigate(`/knowledge-base/content/edit/${data[0]?.id}`),
    });
  return { follow, isBusy };
}

/** Offers to follow the sitemap that a capture found, which adds all its pages and future ones. */
function FollowSitemap({ capture, contextId }: { capture: SiteCapture; contextId: string }) {
  const canCreate = useAllowed('contents', 'create');
  const { follow, isBusy } = useFollow(contextId);
  const { sitemap, url } = capture;
  if (!sitemap || !canCreate) return null;
  const { pages: count, contentId } = sitemap;
  // When the plan has no room for all pages, the user chooses below; the sitemap's order must not decide.
  const fits = count - capture.kept <= capture.room;
  return (
    <Alert
      type="info"
      showIcon
      icon={<Icon name="sitemap" size={18} />}
      message={t(`content-upload.map.${contentId ? 'isFollowed' : fits ? 'offer' : 'tooMany'}`, {
        count,
        formatted: formatCount(count),
        room: formatCount(capture.room),
      })}
      action={
        contentId ? (
          <Link to={`/knowledge-base/content/edit/${contentId}`}>{t('content-upload.map.see')}</Link>
        ) : (
          fits && (
            <Button loading={isBusy} onClick={() => follow(new URL(url).origin)}>
              {t('content-upload.map.follow')}
            </Button>
          )
        )
      }
    />
  );
}
