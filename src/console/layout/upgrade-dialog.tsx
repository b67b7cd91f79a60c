import { useNavigate } from 'react-router';
import { formatMoney } from '../../shared/format.ts';
import type { Plan } from '../../shared/plans.ts';
import { LateModal } from '../components/late-modal.tsx';
import { useOffer } from '../components/subscription.ts';
import { i18n, t } from '../providers/i18n.ts';
import { hideUpgrade, useShownUpgrade } from '../state/upgrade.ts';

/** Returns the plan with the lowest monthly price that has the flag, if any. */
function cheapestPlanWith(plans: readonly Plan[], flag: string | undefined): Plan | undefined {
  return plans
    .filter(({ flags }) => flag !== undefined && (flags as readonly string[]).includes(flag))
    .sort((one, other) => one.monthlyPrice - other.monthlyPrice)[0];
}

/** Shows the price of the cheapest plan with the feature. Empty while it loads. */
function Price({ flag }: { flag: string | undefined }) {
  const plan = cheapestPlanWith(useOffer({ retry: false }).data?.data.plans ?? [], flag);
  if (!plan) return null;
  const byYear = Math.floor(plan.yearlyPrice / 12);
  return (
    <p>
      {t('layout.upgrade.price', { plan: plan.name, price: formatMoney(plan.monthlyPrice) })}{' '}
      {plan.yearlySaving > 0 && t('layout.upgrade.cheaper', { price: formatMoney(byYear) })}
    </p>
  );
}

/**
 * Shown when a feature needs a higher plan or a limit of the plan is reached. `wayUp` is the path of the page for
 * changing the plan; null for users who may not change it.
 */
export function UpgradeDialog({ wayUp }: { wayUp: string | null }) {
  const upgrade = useShownUpgrade();
  const navigate = useNavigate();
  const goUp = () => {
    hideUpgrade();
    void navigate(String(wayUp));
  };
  const isLimit = upgrade?.limit !== undefined;
  const own = `layout.upgrade.features.${upgrade?.flag}`;
  return (
    <LateModal
      open={upgrade !== null}
      title={t(isLimit ? 'layout.upgrade.limitTitle' : 'layout.upgrade.title')}
      cancelText={t('layout.upgrade.close')}
      onCancel={hideUpgrade}
      okText={t('layout.upgrade.way')}
      onOk={wayUp ? goUp : undefined}
    >
      <p>{upgrade?.limit ?? (upgrade?.flag && i18n.exists(own) ? t(own) : t('layout.upgrade.text'))}</p>
      {upgrade && !isLimit && <Price flag={upgrade.flag} />}
    </LateModal>
  );
}
