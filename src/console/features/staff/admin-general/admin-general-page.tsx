import { useTranslation } from 'react-i18next';
import { useAccountsToChoose } from '../../../components/account-select.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { usePlans } from '../plans.ts';
import { GeneralForm, useSettings } from './general-form.tsx';
import { PlanPart } from './plan-part.tsx';
import '../staff.css';

/** The platform's general settings, and the form that changes the plan of one account. */
export function AdminGeneralPage() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useSettings();
  // The form needs these too, so they load in parallel with the settings.
  usePlans();
  useAccountsToChoose();
  return (
    <PageFrame title={t('admin-general.title')} intro={t('admin-general.intro')}>
      {data ? (
        <GeneralForm settings={data.data} />
      ) : error ? (
        <LoadError error={error} again={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton title rows={8} />
      )}
      {(data ?? error) && <PlanPart />}
    </PageFrame>
  );
}
