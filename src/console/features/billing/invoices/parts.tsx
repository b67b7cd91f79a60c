import { invoices } from '../../../../../resources/invoices.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';

export default parts(invoices, {
  useList: () => {
    const canSeePlan = useAllowed('subscription', 'show');
    const action = canSeePlan && <ButtonLink to="/plan">{t('invoices.empty.plan')}</ButtonLink>;
    return { empty: { drawing: 'paper', action } };
  },
});
