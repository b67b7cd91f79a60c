import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { accountsToChoose } from '../account-select.tsx';
import { plansQuery } from '../plans.ts';
import { GeneralForm, settingsQuery } from './general-form.tsx';
import { PlanPart } from './plan-part.tsx';
import '../staff.css';

/** The platform's general settings, and the form that changes the plan of one account. */
export function AdminGeneralPage() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  // The form needs these too, so they load in parallel with the settings.
  useQuery(plansQuery);
  usePrefetchInfiniteQuery(accountsToChoose(''));
  return (
    <PageFrame title={t('admin-general.title')} intro={t('admin-general.intro')}>
      {data ? (
        <GeneralForm settings={data} />
      ) : error ? (
        <LoadError error={error} again={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton title rows={8} />
      )}
      {(data ?? error) && <PlanPart />}
    </PageFrame>
  );
}
