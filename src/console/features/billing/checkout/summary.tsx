import { Divider, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { formatDay } from '../../../providers/days.ts';
import { Part } from '../part.tsx';
import { type CheckoutProps, orderedOf } from './use-purchase.ts';

type SummaryProps = CheckoutProps & { quote: Quote; children: ReactNode };

function AtRenewal({ quote, order, subscription }: SummaryProps) {
  const { t } = useTranslation();
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
export function Summary(props: SummaryProps) {
  const { quote, order, children } = props;
  const { t } = useTranslation();
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
