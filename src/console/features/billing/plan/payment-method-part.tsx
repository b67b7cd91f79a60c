import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CardDialog } from '../card-dialog.tsx';
import { MethodLine } from '../cards.tsx';
import { Part } from '../part.tsx';

/** The payment method that is charged, with a button to change it. */
export function PaymentMethodPart({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const canGive = useAllowed('subscription', 'payment-method') && subscription.may.includes('paymentMethod');
  const known = subscription.paymentMethod;
  return (
    <Part
      title={t('plan.method.title')}
      extra={
        canGive && (
          <Button onClick={() => setIsOpen(true)}>{t(known ? 'plan.method.change' : 'plan.method.add')}</Button>
        )
      }
    >
      {known ? <MethodLine method={known} /> : <p className="cell-quiet">{t('plan.method.none')}</p>}
      {isOpen && <CardDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </Part>
  );
}
