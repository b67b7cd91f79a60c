import { Alert, Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import type { SiteCapture } from '../../../../shared/site-capture.ts';
import type { Content } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

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
export function FollowSitemap({ capture, contextId }: { capture: SiteCapture; contextId: string }) {
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
