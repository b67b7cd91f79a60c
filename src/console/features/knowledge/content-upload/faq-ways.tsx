import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Skeleton } from '../../../components/skeleton.tsx';
import { FaqTab } from './faq-tab.tsx';

const FaqSheetPart = lazy(async () => ({ default: (await import('./faq-sheet.tsx')).FaqSheetPart }));
const WAYS = ['one', 'many'] as const;

/** Questions with their answers: one by one, or a table of them. The way stands in the address. */
export function FaqWays({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const way = query.get('way') === 'many' ? 'many' : 'one';
  return (
    <>
      <nav className="faq-ways" aria-label={t('content-upload.sheet.ways')}>
        {WAYS.map((one) => (
          <Link
            key={one}
            to={one === 'many' ? '?tab=faq&way=many' : '?tab=faq'}
            aria-current={one === way ? 'true' : undefined}
          >
            {t(`content-upload.sheet.${one}`)}
          </Link>
        ))}
      </nav>
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
