import { Checkbox, Form, Radio } from 'antd';
import { accounts } from '../../../../resources/accounts.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../shared/plan-periods.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { accountTitle } from '../../components/account-select.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../components/use-form-call.ts';
import { formatDay } from '../../providers/days.ts';
import { t } from '../../providers/i18n.ts';
import { PlanSelect, useAccountsChanged } from './plans.tsx';
import { ReasonField } from './reason-dialog.tsx';

interface NewPlan {
  planId: string | null;
  /** If omitted, the account keeps its period. */
  period?: PlanPeriod;
  ignoreWebhook: boolean;
  reason: string;
}

/** The dialog where staff change an account's plan and period, and whether to ignore later events of the gateway. */
export function ChangePlanDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const name = accountTitle(account);
  const refetch = useAccountsChanged();
  const initial: NewPlan = {
    planId: account.planId,
    period: PLAN_PERIODS.find((period) => period === account.period),
    ignoreWebhook: false,
    reason: '',
  };
  const { form, formProps, isSaving } = useFormCall<NewPlan, AccountRow>({
    url: `${accounts.api}/${account.id}/plan`,
    method: 'put',
    initial,
    bodyOf: (values) => values,
    successText: ({ plan }) => t('plan-change.done', { account: name, plan }),
    onSaved: () => {
      void refetch();
      onClose();
    },
  });
  const { planId, period, ignoreWebhook } = Form.useWatch((values: NewPlan) => values, form) ?? initial;
  const isSame = planId === initial.planId && period === initial.period;
  const isUnpaid = account.status === 'FAILURE_PAYMENT';
  // Saving the same plan is useful only to settle an unpaid account or to ignore the gateway's events.
  const canSave = planId !== null && (!isSame || ignoreWebhook || isUnpaid);
  return (
    <FormModal
      title={t('plan-change.title', { account: name })}
      onCancel={onClose}
      okText={t('plan-change.action')}
      okButtonProps={{ disabled: !canSave || isSaving }}
      formProps={{ ...formProps, onFinish: canSave ? formProps.onFinish : undefined }}
      isSaving={isSaving}
    >
      <Form.Item className="form-field" name="planId" label={t('plan-change.plan')}>
        <PlanSelect own={account.planId} />
      </Form.Item>
      <Form.Item className="form-field" name="period" label={t('plan-change.period')}>
        <Radio.Group
          aria-label={t('plan-change.period')}
          options={PLAN_PERIODS.map((value) => ({ value, label: t(`plan-change.periods.${value}`) }))}
        />
      </Form.Item>
      <p>
        {t('plan-change.now')}
        {account.renewsAt && ` ${t('plan-change.renewal', { day: formatDay(account.renewsAt) })}`}
        {isUnpaid && ` ${t('plan-change.failed')}`}
      </p>
      <Form.Item
        className="form-field"
        name="ignoreWebhook"
        valuePropName="checked"
        extra={t('plan-change.ignoreWebhookText')}
      >
        <Checkbox>{t('plan-change.ignoreWebhook')}</Checkbox>
      </Form.Item>
      <ReasonField isFirst={false} />
    </FormModal>
  );
}
