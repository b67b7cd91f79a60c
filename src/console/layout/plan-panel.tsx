import { Progress, Typography } from 'antd';
import { Link } from 'react-router';
import { MenuIcon } from '../components/menu-icon.tsx';
import { Tip } from '../components/tip.tsx';
import { shortDayOf } from '../providers/days.ts';
import { t } from '../providers/i18n.ts';
import { usePlan } from '../session/me.ts';
import { type PlanCard, planCard } from './plan-card.ts';
import { showCurrent } from './side-menu.tsx';

/** The plan below the side menu; only a ring while the menu is collapsed. `hasPage`: the user may open /plan. */
export function PlanPanel({ isNarrow, hasPage }: { isNarrow: boolean; hasPage: boolean }) {
  const { data: plan } = usePlan();
  if (!plan) return null;
  const card = planCard(plan);
  const credits = t('layout.plan.credits', { used: card.used, limit: card.limit });
  if (isNarrow) {
    return (
      <Tip title={`${plan.name}: ${credits}`} placement="right">
        <PlanRing card={card} label={`${plan.name}: ${credits}`} />
      </Tip>
    );
  }
  const tone = card.hasFailedPayment ? ' plan-failed' : card.isRunningOut ? ' plan-low' : '';
  return (
    // It makes the menu above it shorter.
    <section ref={showCurrent} className={`plan framed${tone}`} aria-label={t('layout.plan.label')}>
      <strong className="cell-line" title={plan.name}>
        {plan.name}
      </strong>
      {plan.renewsIn && <p className="cell-quiet">{t('layout.plan.renews', { day: shortDayOf(plan.renewsIn) })}</p>}
      <p className="plan-credits figures">{credits}</p>
      <Progress
        percent={(card.share ?? 0) * 100}
        showInfo={false}
        size={['100%', 4]}
        strokeColor={colorOf(card)}
        aria-hidden
      />
      {card.hasFailedPayment && (
        <Typography.Text type="danger">
          <MenuIcon name="warning" /> {t('layout.plan.failed')}
        </Typography.Text>
      )}
      {card.isRunningOut && (
        <Typography.Text type="warning">
          <MenuIcon name="warning" /> {t('layout.plan.runningOut')}
        </Typography.Text>
      )}
      {hasPage && (
        <div className="plan-link">
          <Link to="/plan">{t(`layout.plan.${card.label}`)}</Link>
        </div>
      )}
    </section>
  );
}

/** Returns the colour of the bar or ring that shows the used credits. */
const colorOf = ({ hasFailedPayment, isRunningOut }: PlanCard) =>
  hasFailedPayment ? 'var(--danger)' : isRunningOut ? 'var(--attention)' : 'var(--primary)';

const PlanRing = ({ card, label, ...rest }: { card: PlanCard; label: string }) => (
  <span className="plan-ring" role="img" aria-label={label} tabIndex={0} {...rest}>
    <Progress
      type="circle"
      size={32}
      strokeWidth={10}
      percent={(card.share ?? 0) * 100}
      showInfo={false}
      strokeColor={colorOf(card)}
      trailColor={card.hasFailedPayment ? 'var(--danger)' : undefined}
      aria-hidden
    />
  </span>
);
