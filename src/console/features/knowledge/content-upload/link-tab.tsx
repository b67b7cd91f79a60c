import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { withScheme } from '../../../../../resources/kit/field.ts';
import { crawlBody } from '../../../../shared/rules.ts';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import { failureNotice } from '../../../components/notices.ts';
import { request } from '../../../http/client.ts';
import { meQuery } from '../../../session/me.ts';
import { isSitemapAddress } from './capture.ts';
import { CapturedSite } from './captured-site.tsx';
import { useFollow } from './follow-sitemap.tsx';

/** Finds the pages of a site and lets one choose which to keep. The capture's id stands in the address. */
export function LinkTab({ contextId }: { contextId: string }) {
  const [query, setQuery] = useSearchParams();
  const id = query.get('capture');
  const again = () => setQuery({ tab: 'link' });
  if (id) return <CapturedSite key={id} id={id} contextId={contextId} again={again} />;
  // `?url=` brings the address along.
  const url = query.get('url') ?? '';
  return (
    <SiteForm key={url} start={url} contextId={contextId} onStart={(capture) => setQuery({ tab: 'link', capture })} />
  );
}

function SiteForm(props: { start: string; contextId: string; onStart: (id: string) => void }) {
  const { contextId, onStart } = props;
  const { t } = useTranslation();
  const { open } = useNotification();
  const [url, setUrl] = useState(props.start);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { follow, isBusy: isFollowing } = useFollow(contextId);
  const client = useQueryClient();
  const isMap = isSitemapAddress(withScheme(url));
  const start = async () => {
    const address = withScheme(url);
    setUrl(address);
    const message = messageOf(t, crawlBody.shape.url, address);
    setFault(message);
    if (message) return;
    if (isSitemapAddress(address)) return follow(address);
    setBusy(true);
    try {
      const body = { contextId, url: address };
      onStart((await request<{ id: string }>('/contents/crawl-links', { method: 'POST', body })).id);
      // Was it the site of the sign-up, its offer is over.
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    } catch (failure) {
      const own = errorsOf(failure).find(({ field }) => field === 'url');
      if (own) setFault(own.message);
      else open?.(failureNotice(t)(failure));
      setBusy(false);
    }
  };
  return (
    <form
      className="site-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <label htmlFor="site-address">{t('content-upload.link.label')}</label>
      <div className="site-line">
        <Input
          id="site-address"
          size="large"
          autoFocus
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('content-upload.link.placeholder')}
          value={url}
          status={fault ? 'error' : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby="site-says"
          onChange={({ target }) => {
            setUrl(target.value);
            setFault(undefined);
          }}
          onBlur={() => url.trim() && setUrl(withScheme(url))}
        />
        <Button type="primary" size="large" htmlType="submit" loading={isBusy || isFollowing}>
          {t(isMap ? 'content-upload.map.follow' : 'content-upload.link.find')}
        </Button>
      </div>
      <p id="site-says" className={fault ? 'says says-fault' : 'says'} role={fault ? 'alert' : undefined}>
        {fault ?? t(isMap ? 'content-upload.map.hint' : 'content-upload.link.hint')}
      </p>
    </form>
  );
}
