import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../shared/format.ts';
import type { Plan } from '../../../shared/plans.ts';
import { PLAN_FLAGS } from '../../../shared/roles.ts';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../providers/i18n.ts';

/** Approximate number of exchanges (a question and its answer) per credit. */
const EXCHANGES_PER_CREDIT = 5;
const AMOUNTS = ['itemLimit', 'contextLimit', 'userLimit'] as const;

const amountText = (name: (typeof AMOUNTS)[number], plan: Plan) =>
  t(`plan.facts.${name}`, { count: plan[name], amount: formatCount(plan[name]) });

function FactLine({ isMissing, children }: { isMissing?: boolean; children: ReactNode }) {
  return (
    <Flex component="li" gap="small">
      <Icon name={isMissing ? 'close' : 'check'} />
      <Typography.Text type={isMissing ? 'secondary' : undefined}>{children}</Typography.Text>
    </Flex>
  );
}

export function PlanFacts({ plan }: { plan: Plan }) {
  return (
    <Flex component="ul" vertical gap={10} className="plain plan-facts">
      <FactLine>
        {t('plan.facts.credits', { count: plan.credits, amount: formatNumber(plan.credits) })}
        <small>{t('plan.facts.exchanges', { amount: formatCount(plan.credits * EXCHANGES_PER_CREDIT) })}</small>
      </FactLine>
      {AMOUNTS.map((name) => (
        <FactLine key={name}>{amountText(name, plan)}</FactLine>
      ))}
      {PLAN_FLAGS.map((flag) => {
        const isMissing = !plan.flags.includes(flag);
        return (
          <FactLine key={flag} isMissing={isMissing}>
            {isMissing && <span className="unseen">{t('plan.facts.without')} </span>}
            {t(`plan.flags.${flag}`)}
          </FactLine>
        );
      })}
    </Flex>
  );
}

/** Returns what an account loses when it changes plans, in words. Empty if the new plan has at least as much of everything. */
export function lossesOf(from: Plan, into: Plan): string[] {
  const losses: string[] = [];
  if (into.credits < from.credits) {
    const amounts = { before: formatNumber(from.credits), after: formatNumber(into.credits) };
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

export const Losses = ({ losses }: { losses: readonly string[] }) => (
  <ul>
    {losses.map((loss) => (
      <li key={loss}>{loss}</li>
    ))}
  </ul>
);
