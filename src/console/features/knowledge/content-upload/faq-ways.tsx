import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Skeleton } from '../../../components/skeleton.tsx';
import { FaqTab } from './faq-tab.tsx';

const FaqSheetPart = lazy(async () => ({ default: (await import('./faq-sheet.tsx')).FaqSheetPart }));

/** Switches between adding questions one by one and as a table. The address stores the choice. */
export function FaqWays({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
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
