import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonLine } from '../../../components/skeleton.tsx';
import { type Tab, Tabs } from '../../../components/tabs.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { FaqWays } from './faq-ways.tsx';
import { FileTab } from './file-tab.tsx';
import { LinkTab } from './link-tab.tsx';
import '../knowledge.css';

const BaseTab = lazy(async () => ({ default: (await import('./base-tab.tsx')).BaseTab }));

const TABS = ['link', 'file', 'faq', 'base'] as const;
type UploadTab = (typeof TABS)[number];
const ICONS = { link: 'globe', file: 'file', faq: 'question', base: 'layers' } as const;

/** Adds contents to the current context: pages of a site, files, questions with answers, or an exported base. */
export function ContentUploadPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const { current } = useCurrentContext();
  const open = TABS.find((name) => name === query.get('tab')) ?? 'link';
  const tabs: Tab<UploadTab>[] = TABS.map((name) => ({
    name,
    label: t(`content-upload.tabs.${name}`),
    icon: ICONS[name],
  }));
  return (
    <PageFrame
      title={t('content-upload.title')}
      intro={current ? t('content-upload.intro', { context: current.name }) : <SkeletonLine />}
      back={{ to: '/knowledge-base/content', label: t('content-upload.back') }}
    >
      <Tabs label={t('content-upload.tabsLabel')} tabs={tabs} open={open} onOpen={(tab) => setQuery({ tab })}>
        <NeedsContext>
          {({ id }) =>
            open === 'link' ? (
              <LinkTab contextId={id} />
            ) : open === 'file' ? (
              <FileTab contextId={id} />
            ) : open === 'base' ? (
              <Suspense fallback={<Skeleton rows={6} />}>
                <BaseTab key={id} contextId={id} />
              </Suspense>
            ) : (
              <FaqWays contextId={id} />
            )
          }
        </NeedsContext>
      </Tabs>
    </PageFrame>
  );
}
