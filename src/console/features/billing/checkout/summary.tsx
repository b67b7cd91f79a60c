import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote, Subscription } from '../../../../shared/billing.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { formatMoney } from '../../../components/format.ts';
import { formatCredits, formatDay } from '../../../components/format-day.ts';
import type { Order } from '../../../session/subscription.ts';

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

/** What changes at the renewal, to the centavo; what does not renew says so. */
function AtRenewal({ quote, order, subscription }: Pick<SummaryProps, 'quote' | 'order' | 'subscription'>) {
  const { t } = useTranslation();
  if ('packId' in order) return <p>{t('checkout.summary.once')}</p>;
  const { renewal } = quote;
  if (!renewal) return <p>{t('checkout.summary.noRenewal')}</p>;
  const values = { plan: renewal.plan, period: t(`checkout.periods.${renewal.period}`) };
  return (
    <>
      <p>
        {t('checkout.summary.at', { day: formatDay(renewal.at) })} <strong>{formatMoney(renewal.amount)}</strong>
      </p>
      <p>{t(`checkout.summary.each.${renewal.period}`, values)}</p>
      {quote.kind === 'downgrade' && <p>{t('checkout.summary.untilThen', { plan: subscription.plan.name })}</p>}
    </>
  );
}

/** Everything that is charged, now and at the renewal, above the button that confirms it. */
export function Summary(props: SummaryProps) {
  const { quote, order, children } = props;
  const { t } = useTranslation();
  const period = 'period' in order ? t(`checkout.periods.${order.period}`) : undefined;
  return (
    <section className="billing-card checkout-summary figures" aria-label={t('checkout.summary.title')}>
      <h2>
        {nameOf(props)}
        {period && <span> · {period}</span>}
      </h2>
      <dl>
        {quote.lines.map(({ text, amount }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="checkout-total">
          <dt>{t('checkout.summary.now')}</dt>
          <dd>{formatMoney(quote.amountNow)}</dd>
        </div>
      </dl>
      {quote.creditsNow > 0 && (
        <p className="checkout-credits">{t('checkout.summary.credits', { amount: formatCredits(quote.creditsNow) })}</p>
      )}
      <h3>{t('checkout.summary.renewal')}</h3>
      <AtRenewal {...props} />
      {children}
      {quote.amountNow > 0 && <p className="checkout-small">{t('checkout.summary.note')}</p>}
    </section>
  );
}
