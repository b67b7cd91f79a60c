import { useTranslation } from 'react-i18next';
import { invoices } from '../../../../../resources/invoices.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';

export default parts(invoices, {
  useList: () => {
    const { t } = useTranslation();
    const canSeePlan = useAllowed('subscription', 'show');
    const action = canSeePlan && <ButtonLink to="/plan">{t('invoices.empty.plan')}</ButtonLink>;
    return { empty: { drawing: 'paper', action } };
  },
});
