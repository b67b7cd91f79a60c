import { type HttpError, useCustomMutation } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AddressForm } from '../../../components/address-form.tsx';
import { errorsOf, markErrors } from '../../../components/field-errors.ts';
import { meQuery } from '../../../session/me.ts';
import { isSitemapAddress } from './capture.ts';
import { CapturedSite } from './captured-site.tsx';
import { useFollow } from './follow-sitemap.tsx';

/** Finds the pages of a site and lets the user choose which ones to add. The address stores the capture's id. */
export function LinkTab({ contextId }: { contextId: string }) {
  const [query, setQuery] = useSearchParams();
  const id = query.get('capture');
  const again = () => setQuery({ tab: 'link' });
  if (id) return <CapturedSite key={id} id={id} contextId={contextId} again={again} />;
  const url = query.get('url') ?? '';
  return (
    <SiteForm key={url} start={url} contextId={contextId} onStart={(capture) => setQuery({ tab: 'link', capture })} />
  );
}

function SiteForm({ start, contextId, onStart }: { start: string; contextId: string; onStart: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { follow, isBusy: isFollowing } = useFollow(contextId);
  const { mutate, mutation } = useCustomMutation<{ id: string }, HttpError>();
  const mapOr = (address: string, ofMap: string, ofSite: string) => t(isSitemapAddress(address) ? ofMap : ofSite);
  return (
    <div className="text-width">
      <AddressForm
        label={t('content-upload.link.label')}
        placeholder={t('content-upload.link.placeholder')}
        initial={start}
        size="large"
        isPrimary
        isBusy={mutation.isPending || isFollowing}
        action={(address) => mapOr(address, 'content-upload.map.follow', 'content-upload.link.find')}
        hint={(address) => mapOr(address, 'content-upload.map.hint', 'content-upload.link.hint')}
        onSubmit={(url, form) => {
          if (isSitemapAddress(url)) return follow(url);
          mutate(
            {
              url: '/contents/crawl-links',
              method: 'post',
              values: { contextId, url },
              errorNotification: (failure) => (errorsOf(failure).length > 0 ? false : undefined),
            },
            {
              onError: (failure) => markErrors(form, failure),
              onSuccess: ({ data }) => {
                onStart(data.id);
                // When the account's own site has been captured, the offer to capture it disappears.
                void client.invalidateQueries({ queryKey: meQuery.queryKey });
              },
            },
          );
        }}
      />
    </div>
  );
}
