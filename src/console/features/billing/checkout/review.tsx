import { Button, Divider, Flex, Typography } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Quote, Subscription } from '../../../../shared/billing.ts';
import { formatMoney, formatNumber } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { type Order, useQuote } from '../../../components/subscription.ts';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { Callout, Losses, lossesOf, Part } from '../cards.tsx';
import { PayWith } from './pay-with.tsx';
import { type CheckoutProps, type Method, orderedOf, type PurchaseControl, type Trouble } from './use-purchase.ts';

type ReviewProps = CheckoutProps & { purchase: PurchaseControl };

/** Shows what will be charged and how, with the button that confirms it. Nothing is charged before that. */
export function Review(props: ReviewProps) {
  const { order, subscription, purchase } = props;
  const { step } = purchase;
  const trouble = step.name === 'review' ? step.trouble : null;
  const query = useQuote(order, subscription.version);
  const { refetch } = query;
  // After a refusal or a change, the quote is reloaded before the user can confirm it, even if the version is the same.
  useEffect(() => {
    if (trouble && trouble.name !== 'other') void refetch();
  }, [trouble, refetch]);
  const quote = query.data?.data;
  if (!quote) {
    if (query.isError) return <LoadError query={query} />;
    return <Skeleton title rows={8} label={t('checkout.loading')} />;
  }
  const obstacle = quote.kind === 'none' ? 'own' : 'blocked';
  return (
    <>
      {trouble && <FocusedTrouble trouble={trouble} order={order} isAsking={query.isFetching} />}
      {isAllowed(quote, subscription) ? (
        <Confirm key={purchase.refusals} {...props} quote={quote} isAsking={query.isFetching} />
      ) : (
        <Callout
          type="warning"
          title={t(`checkout.${obstacle}.title`)}
          text={t(`checkout.${obstacle}.text`)}
          actions={<ButtonLink to="/plan">{t('checkout.backToPlan')}</ButtonLink>}
        />
      )}
    </>
  );
}

const isAllowed = ({ kind }: Quote, { allowedCommands }: Subscription) =>
  kind !== 'none' && allowedCommands.includes(kind);

interface TroubleProps {
  trouble: Trouble;
  order: Order;
  isAsking: boolean;
}

/** Focuses the message, because on a phone it is out of view from the button that was pressed. */
function FocusedTrouble(props: TroubleProps) {
  const box = useRef<HTMLDivElement>(null);
  const { trouble } = props;
  useEffect(() => box.current?.focus(), [trouble]);
  return (
    <div ref={box} tabIndex={-1}>
      <TroubleCallout {...props} />
    </div>
  );
}

function TroubleCallout({ trouble, order, isAsking }: TroubleProps) {
  if (trouble.name === 'refused') {
    const title = 'packId' in order ? t('checkout.refused.pack') : t('plan.failed.title');
    return <Callout type="error" title={title} text={t('checkout.refused.text')} />;
  }
  if (trouble.name === 'changed') {
    const text = t(isAsking ? 'checkout.changed.asking' : 'checkout.changed.text');
    return <Callout type="warning" title={t('checkout.changed.title')} text={text} />;
  }
  return (
    <Callout type="error" title={t('checkout.failed.title')} text={trouble.message}>
      <p>{t('checkout.failed.text')}</p>
    </Callout>
  );
}

/** Lists what the account loses when it leaves its current plan, and when. Shows nothing if it loses nothing. */
function WhatIsLost({ quote, ...props }: CheckoutProps & { quote: Quote }) {
  const { plan: from, renewsAt } = props.subscription;
  const into = orderedOf(props).plan;
  const losses = into ? lossesOf(from, into) : [];
  if (quote.kind === 'none' || losses.length === 0) return null;
  const when = quote.kind === 'downgrade' ? 'text' : 'now';
  return (
    <Part title={t('checkout.lost.title')}>
      <p className="cell-quiet">{t(`checkout.lost.${when}`, { day: formatDay(renewsAt), plan: from.name })}</p>
      <Losses losses={losses} />
    </Part>
  );
}

const CHARGING = ['checkout', 'upgrade', 'prepaid'];

/** Returns the payment method that is selected initially: the stored card, or else Pix for credit packs. */
function firstMethod({ paymentMethod }: Subscription, order: Order): Method | null {
  if (paymentMethod) return { by: 'known' };
  return 'packId' in order ? { by: 'pix' } : null;
}

/** Mounted again after each refusal, so that the form asks for another card. */
function Confirm(props: ReviewProps & { quote: Quote; isAsking: boolean }) {
  const { order, subscription, purchase, quote, isAsking } = props;
  const asksAgain = purchase.refusals > 0 && quote.kind === 'checkout';
  const [method, setMethod] = useState(() => (asksAgain ? null : firstMethod(subscription, order)));
  const isCharged = CHARGING.includes(quote.kind);
  const isBusy = purchase.step.name === 'confirming';
  const by = !isCharged ? 'plan' : method?.by === 'pix' ? 'pix' : 'card';
  const label = t(`checkout.confirm.${by}`, { amount: formatMoney(quote.amountNow) });
  return (
    <div className="split">
      <Flex vertical gap="middle" className="checkout-how">
        <WhatIsLost {...props} />
        {isCharged && (
          <PayWith
            subscription={subscription}
            kind={quote.kind}
            method={method}
            onChange={setMethod}
            asksAgain={asksAgain}
            isBusy={isBusy}
          />
        )}
      </Flex>
      <Summary {...props}>
        <Button
          type="primary"
          size="large"
          block
          loading={isBusy}
          disabled={isAsking || (isCharged && method === null)}
          onClick={() => void purchase.confirm(quote, method ?? { by: 'known' })}
        >
          {isBusy ? t('checkout.confirming') : label}
        </Button>
      </Summary>
    </div>
  );
}

type SummaryProps = CheckoutProps & { quote: Quote; children: ReactNode };

function AtRenewal({ quote, order, subscription }: SummaryProps) {
  if ('packId' in order) return <p className="cell-quiet">{t('checkout.summary.once')}</p>;
  const { renewal } = quote;
  if (!renewal) return <p className="cell-quiet">{t('checkout.summary.noRenewal')}</p>;
  return (
    <>
      <p className="cell-quiet">
        {t('checkout.summary.at', { day: formatDay(renewal.at) })}{' '}
        <Typography.Text strong>{formatMoney(renewal.amount)}</Typography.Text>
      </p>
      <p className="cell-quiet">{t(`checkout.summary.each.${renewal.period}`, { plan: renewal.plan })}</p>
      {quote.kind === 'downgrade' && (
        <p className="cell-quiet">{t('checkout.summary.untilThen', { plan: subscription.plan.name })}</p>
      )}
    </>
  );
}

function Line({ label, amount, isTotal }: { label: string; amount: number; isTotal?: boolean }) {
  return (
    <Flex justify="space-between" align="baseline" gap="middle" className={isTotal ? 'checkout-total' : undefined}>
      <dt className={isTotal ? undefined : 'cell-quiet'}>{label}</dt>
      <dd>{formatMoney(amount)}</dd>
    </Flex>
  );
}

/** All amounts that are charged, now and at the next renewal. `children` is the button that confirms them. */
function Summary(props: SummaryProps) {
  const { quote, order, children } = props;
  const { plan, pack } = orderedOf(props);
  return (
    <Part
      title={t('checkout.summary.title')}
      className="checkout-summary figures"
      heading={
        <>
          {(plan ?? pack)?.name}
          {'period' in order && (
            <Typography.Text type="secondary"> · {t(`checkout.periods.${order.period}`)}</Typography.Text>
          )}
        </>
      }
    >
      <dl>
        {quote.lines.map(({ text, amount }) => (
          <Line key={text} label={text} amount={amount} />
        ))}
        <Divider size="small" />
        <Line label={t('checkout.summary.now')} amount={quote.amountNow} isTotal />
      </dl>
      {quote.creditsNow > 0 && (
        <p className="cell-quiet">{t('checkout.summary.credits', { amount: formatNumber(quote.creditsNow) })}</p>
      )}
      <h3>{t('checkout.summary.renewal')}</h3>
      <AtRenewal {...props} />
      {children}
      {quote.amountNow > 0 && <small>{t('checkout.summary.note')}</small>}
    </Part>
  );
}
