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
  switch (subscription.status) {
    case 'FAILURE_PAYMENT':
      return <Failed subscription={subscription} />;
    case 'PENDING_PAYMENT':
      return <UnderReview subscription={subscription} onGiveUp={onGiveUp} />;
    case 'PENDING_DOWNGRADE':
      return <ToBeDowngraded subscription={subscription} />;
    case 'PENDING_CANCEL':
      return <ToBeEnded subscription={subscription} />;
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

function UnderReview({ subscription, onGiveUp }: { subscription: Subscription; onGiveUp: () => void }) {
  const { t } = useTranslation();
  const { change, isBusy } = useChange(subscription);
  const giveUp = () => {
    onGiveUp();
    return change('cancel-change', ({ plan }) => t('plan.review.gaveUp', { plan: plan.name }));
  };
  return (
    <Callout
      type="warning"
      title={t('plan.review.title')}
      actions={
        subscription.may.includes('cancelChange') && (
          <Button loading={isBusy} onClick={() => void giveUp()}>
            {t('plan.review.giveUp')}
          </Button>
        )
      }
    >
      <p>{t('plan.review.text', { plan: subscription.pending?.plan ?? subscription.plan.name })}</p>
    </Callout>
  );
}

function ToBeDowngraded({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { change, isBusy } = useChange(subscription);
  const { plan, pending, renewsAt, amountAtRenewal } = subscription;
  const undo = () => change('cancel-change', (after) => t('plan.downgrade.undone', { plan: after.plan.name }));
  return (
    <Callout
      type="info"
      title={t('plan.downgrade.title', { day: formatDay(renewsAt), plan: pending?.plan ?? '' })}
      actions={
        subscription.may.includes('cancelChange') && (
          <Button loading={isBusy} onClick={() => void undo()}>
            {t('plan.downgrade.undo', { plan: plan.name })}
          </Button>
        )
      }
    >
      <p>{t('plan.downgrade.text', { amount: formatMoney(amountAtRenewal) })}</p>
    </Callout>
  );
}

function ToBeEnded({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { change, isBusy } = useChange(subscription);
  const { endsAt, renewsAt } = subscription;
  const reactivate = () =>
    change('reactivate', (after) => t('plan.ending.reactivated', { day: formatDay(after.renewsAt) }));
  return (
    <Callout
      type="warning"
      title={t('plan.ending.title', { day: formatDay(endsAt ?? renewsAt) })}
      actions={
        subscription.may.includes('reactivate') && (
          <Button type="primary" loading={isBusy} onClick={() => void reactivate()}>
            {t('plan.ending.reactivate')}
          </Button>
        )
      }
    >
      <p>{t('plan.ending.text')}</p>
    </Callout>
  );
}
