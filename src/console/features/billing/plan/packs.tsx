import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import type { CreditPack } from '../../../../shared/plans.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { formatMoney } from '../../../components/format.ts';
import { useOffer } from '../../../session/subscription.ts';
import { Part } from '../part.tsx';

function PackLine({ pack, isOpen }: { pack: CreditPack; isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex component="li" align="center" gap="middle">
      <span className="fill">
        {pack.name}
        <small>{t('plan.packs.each', { amount: formatMoney(Math.round(pack.price / pack.credits)) })}</small>
      </span>
      <span className="figures">{formatMoney(pack.price)}</span>
      {isOpen && (
        <ButtonLink to={`/checkout?pack=${encodeURIComponent(pack.id)}`} aria-label={t('plan.packs.buyName', pack)}>
          {t('plan.packs.buy')}
        </ButtonLink>
      )}
    </Flex>
  );
}

/** The credit packs on sale; their credits do not expire. Shows nothing if there are none. */
export function Packs({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const packs = useOffer().data?.data.packs ?? [];
  if (packs.length === 0) return null;
  return (
    <Part title={t('plan.packs.title')}>
      <p className="cell-quiet">{t('plan.packs.text')}</p>
      <ul className="plain plan-packs">
        {packs.map((pack) => (
          <PackLine key={pack.id} pack={pack} isOpen={subscription.may.includes('prepaid')} />
        ))}
      </ul>
    </Part>
  );
}
