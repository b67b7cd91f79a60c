import { Divider, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote, Subscription } from '../../../../shared/billing.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { formatDay } from '../../../components/days.ts';
import { formatMoney } from '../../../components/format.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import type { Order } from '../../../session/subscription.ts';
import { Part } from '../part.tsx';

interface SummaryProps {
  quote: Quote;
  order: Order;
  offer: PlanOffer;
  subscription: Subscription;
  children: ReactNode;
}

function nameOf({ order, offer }: Pick<SummaryProps, 'order' | 'offer'>): string {
  if ('packId' in order) return offer.packs.find(({ id }) => id === order.packId)?.name ?? '';
  return offer.plans.find(({ id }) => id === order.planId)?.name ?? '';
}

function AtRenewal({ quote, order, subscription }: Pick<SummaryProps, 'quote' | 'order' | 'subscription'>) {
  const { t } = useTranslation();
  if ('packId' in order) return <p className="cell-quiet">{t('checkout.summary.once')}</p>;
  const { renewal } = quote;
  if (!renewal) return <p className="cell-quiet">{t('checkout.summary.noRenewal')}</p>;
  const values = { plan: renewal.plan, period: t(`checkout.periods.${renewal.period}`) };
  return (
    <>
      <p className="cell-quiet">
        {t('checkout.summary.at', { day: formatDay(renewal.at) })}{' '}
        <Typography.Text strong>{formatMoney(renewal.amount)}</Typography.Text>
      </p>
      <p className="cell-quiet">{t(`checkout.summary.each.${renewal.period}`, values)}</p>
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
export function Summary(props: SummaryProps) {
  const { quote, order, children } = props;
  const { t } = useTranslation();
  const period = 'period' in order ? t(`checkout.periods.${order.period}`) : undefined;
  return (
    <Part
      title={t('checkout.summary.title')}
      className="checkout-summary figures"
      heading={
        <>
          {nameOf(props)}
          {period && <Typography.Text type="secondary"> · {period}</Typography.Text>}
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
