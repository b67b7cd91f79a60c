import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../shared/plans.ts';
import { PLAN_FLAGS } from '../../../shared/roles.ts';
import { formatCount } from '../../components/format.ts';
import { formatCredits } from '../../components/format-day.ts';
import { Icon } from '../../components/icon.tsx';

/** One credit is roughly so many exchanges of messages. */
const EXCHANGES_PER_CREDIT = 5;
const AMOUNTS = ['itemLimit', 'contextLimit', 'userLimit'] as const;

const amountSaid = (t: TFunction, name: (typeof AMOUNTS)[number], plan: Plan) =>
  t(`plan.facts.${name}`, { count: plan[name], amount: formatCount(plan[name]) });

/** What a plan gives, a line each; a feature that it lacks says so. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  return (
    <ul className="plan-facts">
      <li>
        <Icon name="check" />
        <span>
          {t('plan.facts.credits', { count: plan.credits, amount: formatCredits(plan.credits) })}
          <small>{t('plan.facts.exchanges', { amount: formatCount(plan.credits * EXCHANGES_PER_CREDIT) })}</small>
        </span>
      </li>
      {AMOUNTS.map((name) => (
        <li key={name}>
          <Icon name="check" />
          {amountSaid(t, name, plan)}
        </li>
      ))}
      {PLAN_FLAGS.map((flag) => {
        const has = plan.flags.includes(flag);
        return (
          <li key={flag} className={has ? undefined : 'plan-lacks'}>
            <Icon name={has ? 'check' : 'close'} />
            <span>
              {!has && <span className="unseen">{t('plan.facts.without')} </span>}
              {t(`plan.flags.${flag}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What one loses by going from a plan to another, in words; nothing when it only gives more. */
export function lossesOf(t: TFunction, from: Plan, into: Plan): string[] {
  const losses: string[] = [];
  if (into.credits < from.credits) {
    const amounts = { before: formatCredits(from.credits), after: formatCredits(into.credits) };
    losses.push(t('plan.losses.credits', amounts));
  }
  for (const name of AMOUNTS) {
    if (into[name] >= from[name]) continue;
    losses.push(t(`plan.losses.${name}`, { before: formatCount(from[name]), after: formatCount(into[name]) }));
  }
  for (const flag of from.flags) {
    if (!into.flags.includes(flag)) losses.push(t('plan.losses.flag', { feature: t(`plan.flags.${flag}`) }));
  }
  return losses;
}

/** What is lost, as a list. */
export function Losses({ from, into }: { from: Plan; into: Plan }) {
  const { t } = useTranslation();
  const losses = lossesOf(t, from, into);
  if (losses.length === 0) return null;
  return (
    <ul className="plan-losses">
      {losses.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  );
}
