import { Flex, Progress, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { OpenPayment, Subscription } from '../../../../shared/billing.ts';
import { CREDITS_WARNING_SHARE } from '../../../../shared/constants.ts';
import { formatCredits, formatMoney } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useOffer, useSubscription, useTakeSubscription } from '../../../components/subscription.ts';
import { request } from '../../../http/client.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { usePlan } from '../../../session/me.ts';
import { CardButton } from '../card-dialog.tsx';
import { Callout, MethodLine, Part } from '../cards.tsx';
import { OpenPaymentCard } from '../open-payment.tsx';
import { CreditChart } from './credit-chart.tsx';
import { CurrentPlan, StatusCallout } from './current-plan.tsx';
import '../billing.css';

const POLL_MS = 5_000;
const isPending = (subscription: Subscription | undefined) =>
  subscription !== undefined && (subscription.status === 'PENDING_PAYMENT' || subscription.payments.length > 0);

/** The account's plan: what it includes, what is used and charged, and how to change it. */
export function PlanPage() {
  const query = useSubscription({
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isPending(state.data?.data) ? POLL_MS : false),
  });
  // Requested in parallel with the subscription, because the parts below need it.
  useOffer();
  return (
    <PageFrame
      title={t('plan.title')}
      intro={t('plan.intro')}
      action={<ButtonLink to="/invoices">{t('plan.invoices')}</ButtonLink>}
    >
      <Loaded query={query} isRefreshed waiting={<Waiting />}>
        {({ data }) => <Parts subscription={data} />}
      </Loaded>
    </PageFrame>
  );
}

const Waiting = () => (
  <SkeletonGrid
    className="plan-parts"
    heights={[526, 150, 245, 105, 330]}
    places={['plan-current', '', '', '', 'billing-wide']}
  />
);

function Parts({ subscription }: { subscription: Subscription }) {
  const take = useTakeSubscription();
  const { ended, clear, ignore } = useEndedPayment(subscription);
  const known = subscription.paymentMethod;
  return (
    <>
      {ended && <PaymentOutcome ended={ended} onClose={clear} />}
      <StatusCallout subscription={subscription} onGiveUp={ignore} />
      {subscription.payments.map((payment) => (
        <OpenPaymentCard key={payment.id} payment={payment} gateway={subscription.gateway} onAnswered={() => take()} />
      ))}
      <div className="plan-parts">
        <CurrentPlan subscription={subscription} />
        <Usage subscription={subscription} />
        <Packs subscription={subscription} />
        <Part title={t('plan.method.title')} extra={<CardButton subscription={subscription} />}>
          {known ? <MethodLine method={known} /> : <p className="cell-quiet">{t('plan.method.none')}</p>}
        </Part>
        <CreditChart usage={subscription.usage} />
      </div>
    </>
  );
}

function Packs({ subscription }: { subscription: Subscription }) {
  const packs = useOffer().data?.data.packs ?? [];
  const canBuy = subscription.allowedCommands.includes('prepaid');
  if (packs.length === 0) return null;
  return (
    <Part title={t('plan.packs.title')}>
      <p className="cell-quiet">{t('plan.packs.text')}</p>
      <ul className="plain plan-packs">
        {packs.map(({ id, name, price, credits }) => (
          <Flex component="li" align="center" gap="middle" key={id}>
            <span className="fill">
              {name}
              <small>{t('plan.packs.each', { amount: formatMoney(Math.round(price / credits)) })}</small>
            </span>
            <span className="figures">{formatMoney(price)}</span>
            {canBuy && (
              <ButtonLink
                to={`/checkout?pack=${encodeURIComponent(id)}`}
                aria-label={t('plan.packs.buyName', { name })}
              >
                {t('plan.packs.buy')}
              </ButtonLink>
            )}
          </Flex>
        ))}
      </ul>
    </Part>
  );
}

function Usage({ subscription }: { subscription: Subscription }) {
  const lasting = usePlan().data?.creditsLasting ?? 0;
  const { credits, used, endsOn } = subscription.usage;
  const share = credits > 0 ? Math.min(1, used / credits) : 0;
  const percent = Math.floor(share * 100);
  const isOver = credits > 0 && used >= credits;
  const isLow = share > CREDITS_WARNING_SHARE;
  const forecast = isOver
    ? t('plan.usage.over')
    : endsOn
      ? t('plan.usage.endsOn', { day: formatDay(endsOn) })
      : t('plan.usage.enough');
  return (
    <Part title={t('plan.usage.title')}>
      <p className="figures cell-quiet">
        <strong className="billing-figure">{formatCredits(used)}</strong>{' '}
        {t('plan.usage.used', { limit: formatCredits(credits) })}
      </p>
      <Progress
        percent={share * 100}
        showInfo={false}
        size="small"
        strokeColor={`var(--${isLow ? 'attention' : 'primary'})`}
        aria-label={t('plan.usage.meter')}
        aria-valuetext={t('plan.usage.said', { share: percent })}
      />
      <Typography.Text type={endsOn || isOver ? 'warning' : 'secondary'}>
        {(endsOn || isOver) && <Icon name="warning" />} {forecast}
      </Typography.Text>
      {lasting > 0 && <p className="cell-quiet">{t('plan.usage.lasting', { amount: formatCredits(lasting) })}</p>}
    </Part>
  );
}

interface EndedPayment {
  payment: OpenPayment;
  isPaid: boolean;
}

/** Whether a payment succeeded. A refused payment outside a renewal leaves no invoice, so 404 means that nothing was paid. */
const isPaid = ({ invoiceId }: OpenPayment) =>
  request<{ status: string }>(`/invoices/${invoiceId}`).then(
    ({ status }) => status === 'paid',
    () => false,
  );

/**
 * Returns the last payment that was open on this page and has ended since, here or elsewhere. `ignore` skips the payments
 * that are open now, because the user is withdrawing them.
 */
function useEndedPayment({ payments }: Subscription) {
  const [ended, setEnded] = useState<EndedPayment>();
  const open = useRef(payments);
  useEffect(() => {
    const closed = open.current.filter(({ id }) => !payments.some((one) => one.id === id)).at(-1);
    open.current = payments;
    if (closed) void isPaid(closed).then((paid) => setEnded({ payment: closed, isPaid: paid }));
  }, [payments]);
  const clear = () => setEnded(undefined);
  const ignore = () => void (open.current = []);
  return { ended, clear, ignore };
}

/** States how a payment ended: what was charged, or that it was refused or not paid. */
function PaymentOutcome({ ended, onClose }: { ended: EndedPayment; onClose: () => void }) {
  const { payment, isPaid: wasPaid } = ended;
  const key = wasPaid ? 'paid' : payment.kind === 'pix' ? 'pixUnpaid' : 'refused';
  const values = { amount: formatMoney(payment.amount), reason: t(`plan.payment.reasons.${payment.reason}`) };
  return (
    <Callout
      type={wasPaid ? 'success' : 'error'}
      title={t(`plan.payment.${key}.title`)}
      text={t(`plan.payment.${key}.text`, values)}
      onClose={onClose}
    />
  );
}
