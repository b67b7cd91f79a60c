import { Progress, Typography } from 'antd';
import { Link } from 'react-router';
import { CREDITS_WARNING_SHARE } from '../../shared/constants.ts';
import { formatCredits } from '../../shared/format.ts';
import type { SessionPlan } from '../../shared/session.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { Tip } from '../components/tip.tsx';
import { shortDayOf } from '../providers/days.ts';
import { t } from '../providers/i18n.ts';
import { usePlan } from '../session/me.ts';
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

type PlanLabel = 'seePlan' | 'prepaid' | 'upgrade';

interface PlanCard {
  /** Whole credits, rounded down; `-` when unknown. */
  used: string;
  limit: string;
  /** From 0 to 1; null when unknown. */
  share: number | null;
  /** The last part of the locale key for the link to /plan. */
  label: PlanLabel;
  hasFailedPayment: boolean;
  /** More than 70 % of the credits are used. */
  isRunningOut: boolean;
}

const whole = (credits: number | null) => (credits === null ? '-' : formatCredits(credits));

function labelOf(plan: SessionPlan, hasFailed: boolean, isRunningOut: boolean): PlanLabel {
  if (hasFailed || !isRunningOut) return 'seePlan';
  return plan.hasHigherPlan ? 'upgrade' : 'prepaid';
}

export function planCard(plan: SessionPlan): PlanCard {
  const { credits, creditsUsed } = plan;
  const share = credits !== null && creditsUsed !== null && credits > 0 ? creditsUsed / credits : null;
  const isRunningOut = share !== null && share > CREDITS_WARNING_SHARE;
  const hasFailedPayment = plan.failedPayment || plan.status === 'FAILURE_PAYMENT';
  return {
    used: whole(creditsUsed),
    limit: whole(credits),
    share: share === null ? null : Math.min(Math.max(share, 0), 1),
    label: labelOf(plan, hasFailedPayment, isRunningOut),
    hasFailedPayment,
    isRunningOut,
  };
}
