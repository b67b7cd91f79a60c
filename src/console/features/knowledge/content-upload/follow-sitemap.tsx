import { useInvalidate, useNotification } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Content } from '../../../components/content-kinds.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { Capture } from './capture.ts';

/** Follows a sitemap (or a site, whose sitemap is looked for) and goes to its page. */
export function useFollow(contextId: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const follow = async (url: string) => {
    setBusy(true);
    try {
      const body = { contextId, urls: [url], sitemap: true };
      const { data } = await request<{ data: Content[] }>('/contents/links', { method: 'POST', body });
      open?.({ type: 'success', message: t('content-upload.map.followed') });
      void navigate(`/knowledge-base/content/edit/${data[0]?.id}`);
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      setBusy(false);
    } finally {
      void invalidate({ resource: 'contents', invalidates: ['list'] });
    }
  };
  return { follow, isBusy };
}

/** Offers to follow the sitemap that a capture has found: all of its pages, and those to come. */
export function FollowSitemap({ capture, contextId }: { capture: Capture; contextId: string }) {
  const { t } = useTranslation();
  const canCreate = useAllowed('contents', 'create');
  const { follow, isBusy } = useFollow(contextId);
  const { sitemap, url } = capture;
  if (!sitemap || !canCreate) return null;
  const { pages: count, contentId } = sitemap;
  // Beyond the plan's room it is the person who chooses, below, and not the order of the map.
  const fits = count - capture.kept <= capture.room;
  return (
    <div className="follow-map">
      <Icon name="sitemap" size={18} />
      <p>
        {t(`content-upload.map.${contentId ? 'isFollowed' : fits ? 'offer' : 'tooMany'}`, {
          count,
          written: formatCount(count),
          room: formatCount(capture.room),
        })}
      </p>
      {contentId ? (
        <Link to={`/knowledge-base/content/edit/${contentId}`}>{t('content-upload.map.see')}</Link>
      ) : !fits ? null : (
        <Button loading={isBusy} onClick={() => void follow(new URL(url).origin)}>
          {t('content-upload.map.follow')}
        </Button>
      )}
    </div>
  );
}
