import { useQueryClient } from '@tanstack/react-query';
import { type FormInstance, Segmented } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AddressForm } from '../../../components/address-form.tsx';
import { errorsOf, markErrors } from '../../../components/field-errors.ts';
import { NeedsContext, useContextIntro } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useCall } from '../../../components/use-call.ts';
import type { READS } from '../../../layout/tutorial/captured-address.ts';
import { t } from '../../../providers/i18n.ts';
import { meQuery } from '../../../session/me.ts';
import { isSitemapAddress } from './capture.ts';
import { CapturedSite, useFollow } from './captured-site.tsx';
import { FaqTab } from './faq-tab.tsx';
import { FileTab } from './file-tab.tsx';
import '../knowledge.css';

const FaqSheetPart = lazy(async () => ({ default: (await import('./faq-sheet.tsx')).FaqSheetPart }));

/** Switches between adding questions one by one and as a table. The address stores the choice. */
function FaqWays({ contextId }: { contextId: string }) {
  const [query, setQuery] = useSearchParams();
  const way = query.get('way') === 'many' ? 'many' : 'one';
  return (
    <>
      <Segmented
        className="part-gap"
        aria-label={t('content-upload.sheet.ways')}
        value={way}
        options={(['one', 'many'] as const).map((value) => ({ value, label: t(`content-upload.sheet.${value}`) }))}
        onChange={(value) => setQuery(value === 'many' ? { tab: 'faq', way: 'many' } : { tab: 'faq' })}
      />
      {way === 'many' ? (
        <Suspense fallback={<Skeleton rows={6} />}>
          <FaqSheetPart key={contextId} contextId={contextId} />
        </Suspense>
      ) : (
        <FaqTab contextId={contextId} />
      )}
    </>
  );
}

const BaseTab = lazy(async () => ({ default: (await import('./base-tab.tsx')).BaseTab }));

const TABS = ['link', 'file', 'faq', 'base'] as const;
const ICONS = { link: 'globe', file: 'file', faq: 'question', base: 'layers' } as const;
const BODIES = { link: LinkTab, file: FileTab, faq: FaqWays, base: BaseTab };

/** Adds contents to the current context: pages of a site, files, questions with answers, or an exported base. */
export function ContentUploadPage() {
  const [query, setQuery] = useSearchParams();
  const open = TABS.find((name) => name === query.get('tab')) ?? 'link';
  const Body = BODIES[open];
  const tabs = TABS.map((name) => ({ name, label: t(`content-upload.tabs.${name}`), icon: ICONS[name] }));
  return (
    <PageFrame
      title={t('content-upload.title')}
      intro={useContextIntro('content-upload.intro')}
      back={{ to: '/knowledge-base/content', label: t('content-upload.back') }}
    >
      <Tabs label={t('content-upload.tabsLabel')} tabs={tabs} open={open} onOpen={(tab) => setQuery({ tab })}>
        <NeedsContext>
          {({ id }) => (
            <Suspense fallback={<Skeleton rows={6} />}>
              {/* The result of an import belongs to its context. */}
              <Body key={open === 'base' ? id : open} contextId={id} />
            </Suspense>
          )}
        </NeedsContext>
      </Tabs>
    </PageFrame>
  );
}

/** Finds the pages of a site and lets the user choose which ones to add. The address stores the capture's id. */
function LinkTab({ contextId }: { contextId: string }) {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const id = query.get('capture');
  const [isAgain, setAgain] = useState(false);
  const again = (address?: string) => {
    setAgain(true);
    setQuery(address ? { tab: 'link', url: address } : { tab: 'link' });
  };
  if (id) return <CapturedSite key={id} id={id} contextId={contextId} again={again} />;
  const url = query.get('url') ?? '';
  const isRead = url !== '' && (state as Partial<typeof READS> | null)?.reads === true;
  return (
    <SiteForm
      key={url}
      start={url}
      isFocused={isAgain}
      contextId={contextId}
      isRead={isRead}
      onStart={(capture) => setQuery({ tab: 'link', capture }, { replace: isRead })}
    />
  );
}

function SiteForm(props: {
  start: string;
  isFocused: boolean;
  /** At once, without a click. */
  isRead: boolean;
  contextId: string;
  onStart: (id: string) => void;
}) {
  const { start, isRead, contextId, onStart } = props;
  const client = useQueryClient();
  const { follow, isBusy: isFollowing } = useFollow(contextId);
  const { call, isBusy } = useCall<{ id: string }>();
  const find = (url: string, form?: FormInstance) => {
    if (isSitemapAddress(url)) return follow(url);
    call({
      url: '/contents/crawl-links',
      values: { contextId, url },
      isShown: (failure) => form !== undefined && errorsOf(failure).length > 0,
      onError: (failure) => form && markErrors(form, failure),
      onSuccess: ({ id }) => {
        onStart(id);
        // When the account's own site has been captured, the offer to capture it disappears.
        void client.invalidateQueries({ queryKey: meQuery.queryKey });
      },
    });
  };
  const isFound = useRef(false);
  useEffect(() => {
    if (!isRead || isFound.current) return;
    isFound.current = true;
    find(start);
  });
  const mapOr = (address: string, ofMap: string, ofSite: string) => t(isSitemapAddress(address) ? ofMap : ofSite);
  return (
    <div className="text-width">
      <AddressForm
        label={t('content-upload.link.label')}
        placeholder={t('content-upload.link.placeholder')}
        initial={start}
        isFocused={props.isFocused}
        size="large"
        isPrimary
        isBusy={isBusy || isFollowing}
        action={(address) => mapOr(address, 'content-upload.map.follow', 'content-upload.link.find')}
        hint={(address) => mapOr(address, 'content-upload.map.hint', 'content-upload.link.hint')}
        onSubmit={find}
      />
    </div>
  );
}
