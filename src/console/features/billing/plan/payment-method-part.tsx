import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CardDialog } from '../card-dialog.tsx';
import { MethodLine } from '../cards.tsx';

/** What is charged, and the way to another. */
export function PaymentMethodPart({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const canGive = useAllowed('subscription', 'payment-method') && subscription.may.includes('paymentMethod');
  const known = subscription.paymentMethod;
  return (
    <section className="billing-card" aria-label={t('plan.method.title')}>
      <div className="billing-head">
        <h2>{t('plan.method.title')}</h2>
        {canGive && (
          <Button onClick={() => setIsOpen(true)}>{t(known ? 'plan.method.change' : 'plan.method.add')}</Button>
        )}
      </div>
      {known ? <MethodLine method={known} /> : <p>{t('plan.method.none')}</p>}
      {isOpen && <CardDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
