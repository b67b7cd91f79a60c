import { CreditCardOutlined } from '@ant-design/icons';
import { Alert, Card, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { PaymentMethod } from '../../../shared/billing.ts';
import { formatCount, formatNumber } from '../../../shared/format.ts';
import type { Plan } from '../../../shared/plans.ts';
import { PLAN_FLAGS } from '../../../shared/roles.ts';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../providers/i18n.ts';

/** The most important message of a screen, with the actions that the user can take. */
export function Callout(props: {
  type: 'error' | 'warning' | 'info' | 'success';
  title: string;
  text: string;
  /** More paragraphs. */
  children?: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
}) {
  const { type, title, text, children, actions, onClose } = props;
  return (
    <Alert
      className="callout page-part"
      type={type}
      role={type === 'error' ? 'alert' : 'status'}
      showIcon
      closable={onClose !== undefined}
      onClose={onClose}
      message={<h2>{title}</h2>}
      description={
        <>
          <p>{text}</p>
          {children}
          {actions && (
            <Flex wrap gap="small" className="callout-actions">
              {actions}
            </Flex>
          )}
        </>
      }
    />
  );
}

/** A card of the billing screens. `extra` stands beside the heading, usually a button. */
export function Part(props: {
  title: string;
  /** Replaces the title in the heading. The title stays the region's accessible name. */
  heading?: ReactNode;
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Card role="region" aria-label={props.title} className={props.className}>
      <Flex justify="space-between" align="center" gap="small">
        <h2>{props.heading ?? props.title}</h2>
        {props.extra}
      </Flex>
      {props.children}
    </Card>
  );
}

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', elo: 'Elo' };

export function MethodLine({ method }: { method: PaymentMethod }) {
  if (method.kind === 'pix') return <p>Pix</p>;
  return (
    <Flex align="center" gap="small" className="figures">
      <CreditCardOutlined aria-hidden />
      <span>
        {t('plan.method.card', { brand: BRANDS[method.brand] ?? method.brand, digits: method.lastDigits })}
        {method.expires && <small>{t('plan.method.expires', { month: method.expires })}</small>}
      </span>
    </Flex>
  );
}

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
