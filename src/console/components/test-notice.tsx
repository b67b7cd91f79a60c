import { Alert } from 'antd';
import type { Subscription } from '../../shared/billing.ts';
import { t } from '../providers/i18n.ts';

/** Tells users that no real money is charged and, with Stripe, to use its test cards. */
export function TestNotice({ gateway }: { gateway: Pick<Subscription['gateway'], 'name'> }) {
  const text = t(gateway.name === 'stripe' ? 'plan.test.stripe' : 'plan.test.text');
  return <Alert type="info" showIcon message={t('plan.test.title')} description={text} />;
}
