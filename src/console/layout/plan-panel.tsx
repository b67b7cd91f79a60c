import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contexts } from '../../../resources/contexts.ts';
import { useAsk } from '../providers/policy.tsx';
import { writtenDayOf } from '../resource/days.ts';
import { usePlan } from '../session/me.ts';
import { MenuIcon } from './menu-icon.tsx';
import './plan-card.css';
import { planCard, type PlanCard } from './plan-card.ts';
import { Tip } from './tip.tsx';

/** The plan at the foot of the side menu; a ring while the menu shows icons alone. `hasPage`: one may open /plan. */
export function PlanPanel({ isNarrow, hasPage }: { isNarrow: boolean; hasPage: boolean }) {
  const { t } = useTranslation();
  const { data: plan } = usePlan();
  const ask = useAsk();
  // Credits are used up in contexts: who may open none has no plan to mind.
  if (!plan || ask?.(contexts.name, 'list').can === false) return null;
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
    <section className={`plan${tone}`} aria-label={t('layout.plan.label')}>
      <strong className="plan-name" title={plan.name}>
        {plan.name}
      </strong>
      {plan.renewsIn && <p className="plan-quiet">{t('layout.plan.renews', { day: writtenDayOf(plan.renewsIn) })}</p>}
      <p className="plan-credits">{credits}</p>
      <div className="plan-bar" aria-hidden>
        <span style={{ width: `${(card.share ?? 0) * 100}%` }} />
      </div>
      {card.hasFailedPayment && (
        <p className="plan-message is-failed">
          <MenuIcon name="warning" /> {t('layout.plan.failed')}
        </p>
      )}
      {card.isRunningOut && (
        <p className="plan-message">
          <MenuIcon name="warning" /> {t('layout.plan.runningOut')}
        </p>
      )}
      {hasPage && (
        <Link className="plan-link" to="/plan">
          {t(`layout.plan.${card.label}`)}
        </Link>
      )}
    </section>
  );
}

const ROUND = 2 * Math.PI * 13;

function PlanRing({ card, label, ...rest }: { card: PlanCard; label: string }) {
  const tone = card.hasFailedPayment ? ' is-failed' : card.isRunningOut ? ' is-low' : '';
  return (
    <span className={`plan-ring${tone}`} role="img" aria-label={label} tabIndex={0} {...rest}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden>
        <circle cx="16" cy="16" r="13" />
        <circle
          className="plan-ring-used"
          cx="16"
          cy="16"
          r="13"
          strokeDasharray={`${(card.share ?? 0) * ROUND} ${ROUND}`}
          transform="rotate(-90 16 16)"
        />
      </svg>
    </span>
  );
}
