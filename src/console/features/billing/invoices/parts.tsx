import { useTranslation } from 'react-i18next';
import { invoices } from '../../../../../resources/invoices.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';

export default parts(invoices, { useList: () => ({ empty: <NoInvoices /> }) });

function NoInvoices() {
  const { t } = useTranslation();
  const canSeePlan = useAllowed('subscription', 'show');
  return (
    <EmptyState
      drawing="paper"
      title={t('invoices.empty.title')}
      text={t('invoices.empty.text')}
      action={canSeePlan && <ButtonLink to="/plan">{t('invoices.empty.plan')}</ButtonLink>}
    />
  );
}
