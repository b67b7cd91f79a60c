import { Button, Flex } from 'antd';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DialogButton } from '../../../components/buttons.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useOffer, useTakeSubscription } from '../../../components/subscription.ts';
import { useCall } from '../../../components/use-call.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CardButton } from '../card-dialog.tsx';
import { Callout, Losses, lossesOf, Part, PlanFacts } from '../cards.tsx';

type Change = 'cancel' | 'reactivate' | 'cancel-change';

/** Returns `change`, which changes a subscription without charging anything. After an error, the subscription is reloaded. */
export function useChange({ version }: Subscription) {
  const take = useTakeSubscription();
  const { call, isBusy } = useCall<Subscription>();
  const change = (name: Change, successText: (after: Subscription) => string, onSuccess?: () => void) =>
    call({
      url: `/subscription/${name}`,
      values: { version },
      successText,
      onSuccess: (after) => {
        void take(after);
        onSuccess?.();
      },
      onError: () => take(),
    });
  return { change, isBusy };
}

/** Statuses in which changing the plan is not the screen's primary action. */
const IN_TROUBLE = ['FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_CANCEL'];

/** Returns what the plan costs the account. A plan that staff assigned is free. */
function priceOf({ plan, period, amountAtRenewal, endsAt }: Subscription) {
  const amount = period === 'YEARLY' ? plan.yearlyPrice : plan.monthlyPrice;
  if (amount === 0 || (amountAtRenewal === 0 && !endsAt)) return { key: 'free', amount: '' };
  return { key: period === 'YEARLY' ? 'perYear' : 'perMonth', amount: formatMoney(amount) };
}

export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const canChange = useAllowed('subscription', 'change');
  const { plan, amountAtRenewal, renewsAt, endsAt, allowedCommands, status } = subscription;
  const { key, amount } = priceOf(subscription);
  const renewal = { amount: formatMoney(amountAtRenewal), day: formatDay(renewsAt) };
  return (
    <Part title={t('plan.current.label')} className="plan-current">
      <p className="billing-figure">{plan.name}</p>
      <p className="figures cell-quiet">{t(`plan.current.${key}`, { amount })}</p>
      {/* The amount at the renewal is that of a plan whose payment is still pending. */}
      {!endsAt && status !== 'PENDING_PAYMENT' && (
        <p className="figures cell-quiet">
          {t(amountAtRenewal > 0 ? 'plan.current.renews' : 'plan.current.renewsFree', renewal)}
        </p>
      )}
      <PlanFacts plan={plan} />
      <Flex wrap gap="small" className="plan-actions">
        {canChange && (
          <ButtonLink type={IN_TROUBLE.includes(status) ? 'default' : 'primary'} to="/choose-plan">
            {t('plan.current.choose')}
          </ButtonLink>
        )}
        {allowedCommands.includes('cancel') && (
          <DialogButton
            type="text"
            danger
            dialog={(close) => <CancelDialog subscription={subscription} onClose={close} />}
          >
            {t('plan.current.cancel')}
          </DialogButton>
        )}
      </Flex>
    </Part>
  );
}

/** Confirms the cancellation of the plan: states until when it lasts and what the account then loses. */
function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const offer = useOffer().data?.data;
  const { change, isBusy } = useChange(subscription);
  const { plan, renewsAt, status } = subscription;
  const free = offer?.plans.find(({ monthlyPrice }) => monthlyPrice === 0);
  const losses = free ? lossesOf(plan, free) : [];
  const isNow = status === 'FAILURE_PAYMENT';
  const done = ({ endsAt }: Subscription) =>
    endsAt ? t('plan.cancel.done', { day: formatDay(endsAt) }) : t('plan.cancel.doneNow');
  return (
    <Modal
      open
      title={t('plan.cancel.title', { plan: plan.name })}
      cancelText={t('plan.cancel.keep')}
      onCancel={onClose}
      okText={t('plan.cancel.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={() => change('cancel', done, onClose)}
    >
      <p>{t(isNow ? 'plan.cancel.now' : 'plan.cancel.until', { day: formatDay(renewsAt), free: free?.name ?? '' })}</p>
      {losses.length > 0 && (
        <>
          <strong>{t('plan.cancel.loses')}</strong>
          <Losses losses={losses} />
        </>
      )}
      <p>{t('plan.cancel.kept')}</p>
    </Modal>
  );
}

/** What the statuses with a planned change offer. `name` is that of their texts. */
const OFFERS = {
  PENDING_PAYMENT: { name: 'review', type: 'warning', command: 'cancelChange', path: 'cancel-change' },
  PENDING_DOWNGRADE: { name: 'downgrade', type: 'info', command: 'cancelChange', path: 'cancel-change' },
  PENDING_CANCEL: { name: 'ending', type: 'warning', command: 'reactivate', path: 'reactivate' },
} as const;

/**
 * Explains the subscription's status and offers what can be done about it; nothing while it is active. `onGiveUp` is called
 * when the user withdraws a change whose payment is pending.
 */
export function StatusCallout({ subscription, onGiveUp }: { subscription: Subscription; onGiveUp: () => void }) {
  const { change, isBusy } = useChange(subscription);
  const { status, plan, pending, allowedCommands, renewsAt, endsAt, amountAtRenewal } = subscription;
  if (status === 'ACTIVE') return null;
  if (status === 'FAILURE_PAYMENT') {
    const button = <CardButton type="primary" subscription={subscription} />;
    return <Callout type="error" title={t('plan.failed.title')} text={t('plan.failed.text')} actions={button} />;
  }
  const { name, type, command, path } = OFFERS[status];
  const values = {
    plan: pending?.plan ?? plan.name,
    current: plan.name,
    day: formatDay(endsAt ?? renewsAt),
    amount: formatMoney(amountAtRenewal),
  };
  const act = () => {
    if (status === 'PENDING_PAYMENT') onGiveUp();
    change(path, (after) => t(`plan.${name}.done`, { plan: after.plan.name, day: formatDay(after.renewsAt) }));
  };
  return (
    <Callout
      type={type}
      title={t(`plan.${name}.title`, values)}
      text={t(`plan.${name}.text`, values)}
      actions={
        allowedCommands.includes(command) && (
          <Button type={status === 'PENDING_CANCEL' ? 'primary' : 'default'} loading={isBusy} onClick={act}>
            {t(`plan.${name}.action`, values)}
          </Button>
        )
      }
    />
  );
}
