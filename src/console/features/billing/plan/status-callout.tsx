import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatDay } from '../../../components/days.ts';
import { formatMoney } from '../../../components/format.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Callout } from '../callout.tsx';
import { CardDialog } from '../card-dialog.tsx';
import { useChange } from './use-change.ts';

/**
 * Explains the subscription's status and offers what can be done about it; nothing while it is active. `onGiveUp` is called
 * when the user withdraws a change whose payment is pending.
 */
export function StatusCallout({ subscription, onGiveUp }: { subscription: Subscription; onGiveUp: () => void }) {
  const { t } = useTranslation();
  const { change, isBusy } = useChange(subscription);
  const { status, plan, pending, allowedCommands, renewsAt, endsAt, amountAtRenewal } = subscription;
  const button = (label: string, act: () => unknown, isPrimary = false) => (
    <Button type={isPrimary ? 'primary' : 'default'} loading={isBusy} onClick={() => void act()}>
      {label}
    </Button>
  );
  switch (status) {
    case 'FAILURE_PAYMENT':
      return <Failed subscription={subscription} />;
    case 'PENDING_PAYMENT': {
      const giveUp = () => {
        onGiveUp();
        return change('cancel-change', (after) => t('plan.review.gaveUp', { plan: after.plan.name }));
      };
      return (
        <Callout
          type="warning"
          title={t('plan.review.title')}
          actions={allowedCommands.includes('cancelChange') && button(t('plan.review.giveUp'), giveUp)}
        >
          <p>{t('plan.review.text', { plan: pending?.plan ?? plan.name })}</p>
        </Callout>
      );
    }
    case 'PENDING_DOWNGRADE': {
      const undo = () => change('cancel-change', (after) => t('plan.downgrade.undone', { plan: after.plan.name }));
      return (
        <Callout
          type="info"
          title={t('plan.downgrade.title', { day: formatDay(renewsAt), plan: pending?.plan ?? '' })}
          actions={
            allowedCommands.includes('cancelChange') && button(t('plan.downgrade.undo', { plan: plan.name }), undo)
          }
        >
          <p>{t('plan.downgrade.text', { amount: formatMoney(amountAtRenewal) })}</p>
        </Callout>
      );
    }
    case 'PENDING_CANCEL': {
      const reactivate = () =>
        change('reactivate', (after) => t('plan.ending.reactivated', { day: formatDay(after.renewsAt) }));
      return (
        <Callout
          type="warning"
          title={t('plan.ending.title', { day: formatDay(endsAt ?? renewsAt) })}
          actions={allowedCommands.includes('reactivate') && button(t('plan.ending.reactivate'), reactivate, true)}
        >
          <p>{t('plan.ending.text')}</p>
        </Callout>
      );
    }
    default:
      return null;
  }
}

function Failed({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const canGive = useAllowed('subscription', 'payment-method');
  return (
    <>
      <Callout
        type="error"
        title={t('plan.failed.title')}
        actions={
          canGive && (
            <Button type="primary" onClick={() => setIsOpen(true)}>
              {t('plan.method.change')}
            </Button>
          )
        }
      >
        <p>{t('plan.failed.text')}</p>
      </Callout>
      {isOpen && <CardDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
}
