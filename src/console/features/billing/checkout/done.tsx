import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import type { PlanOffer } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { formatDay } from '../../../components/days.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import type { Order } from '../../../session/subscription.ts';
import { Callout } from '../callout.tsx';
import type { Kind } from './use-purchase.ts';

interface DoneProps {
  order: Order;
  offer: PlanOffer;
  subscription: Subscription;
  kind: Kind;
}

/** Confirms what was bought, with links to the plan and the invoices. */
export function Done({ order, offer, subscription, kind }: DoneProps) {
  const { t } = useTranslation();
  const pack = 'packId' in order ? offer.packs.find(({ id }) => id === order.packId) : undefined;
  const plan = 'planId' in order ? offer.plans.find(({ id }) => id === order.planId)?.name : undefined;
  const key = pack ? 'pack' : kind === 'downgrade' ? 'downgrade' : 'plan';
  const values = {
    plan,
    day: formatDay(subscription.renewsAt),
    amount: pack ? formatNumber(pack.credits) : formatNumber(subscription.plan.credits),
  };
  return (
    <Callout
      type="success"
      title={t(`checkout.done.${key}.title`, values)}
      actions={
        <>
          <ButtonLink type="primary" to="/plan">
            {t('checkout.backToPlan')}
          </ButtonLink>
          <ButtonLink to="/invoices">{t('plan.invoices')}</ButtonLink>
        </>
      }
    >
      <p>{t(`checkout.done.${key}.text`, values)}</p>
    </Callout>
  );
}
