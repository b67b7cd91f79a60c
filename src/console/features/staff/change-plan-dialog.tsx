import { Alert, Button, Checkbox, Form, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_PERIODS, type PlanPeriod } from '../../../shared/plan-periods.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { accountTitle } from '../../components/account-name.ts';
import { ChoiceSelect } from '../../components/choice-select.tsx';
import { formatDay } from '../../components/days.ts';
import { Modal } from '../../components/modal.tsx';
import { useChangePlan, usePlans } from './plans.ts';
import '../../components/form.css';

const isPlanPeriod = (period: string | null): period is PlanPeriod =>
  (PLAN_PERIODS as readonly (string | null)[]).includes(period);

/** A select with all plans. It marks the account's current plan, `own`. */
function PlanSelect(props: {
  id: string;
  own: string | null;
  value: string | null;
  onChange: (planId: string) => void;
}) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = usePlans();
  if (isError && !data) {
    return (
      <Alert
        type="error"
        message={t('plan-change.plansFailed')}
        action={
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('plan-change.again')}
          </Button>
        }
      />
    );
  }
  const options = (data?.data ?? []).map(({ id, name }) => ({
    value: id,
    label: id === props.own ? t('plan-change.current', { name }) : name,
  }));
  return (
    <ChoiceSelect
      id={props.id}
      options={options}
      loading={isPending}
      placeholder={t('plan-change.choose')}
      value={props.value}
      onChange={(planId) => planId && props.onChange(planId)}
    />
  );
}

/** The dialog where staff change an account's plan and period, and whether to ignore later events of the gateway. */
export function ChangePlanDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const name = accountTitle(account);
  const [planId, setPlanId] = useState(account.planId);
  const [period, setPeriod] = useState(isPlanPeriod(account.period) ? account.period : undefined);
  const [ignoreWebhook, setIgnoreWebhook] = useState(false);
  const { change, isBusy } = useChangePlan(account.id, {
    successText: ({ plan }) => t('plan-change.done', { account: name, plan }),
    done: onClose,
  });
  const isSame = planId === account.planId && (period ?? account.period) === account.period;
  const isUnpaid = account.status === 'FAILURE_PAYMENT';
  return (
    <Modal
      open
      title={t('plan-change.title', { account: name })}
      onCancel={onClose}
      okText={t('plan-change.action')}
      // Saving the same plan is useful only to settle an unpaid account or to ignore the gateway's events.
      okButtonProps={{ disabled: !planId || (isSame && !ignoreWebhook && !isUnpaid) }}
      confirmLoading={isBusy}
      onOk={() => planId && change({ planId, period, ignoreWebhook })}
    >
      <Form layout="vertical" component={false}>
        <Form.Item className="form-field" label={t('plan-change.plan')} htmlFor={id}>
          <PlanSelect id={id} own={account.planId} value={planId} onChange={setPlanId} />
        </Form.Item>
        <Form.Item className="form-field" label={t('plan-change.period')}>
          <Radio.Group
            aria-label={t('plan-change.period')}
            options={PLAN_PERIODS.map((value) => ({ value, label: t(`plan-change.periods.${value}`) }))}
            value={period}
            onChange={({ target }) => setPeriod(target.value as PlanPeriod)}
          />
        </Form.Item>
        <Form.Item
          className="form-field"
          extra={<span id={`${id}-webhook`}>{t('plan-change.ignoreWebhookText')}</span>}
        >
          <p>
            {t('plan-change.now')}
            {account.renewsAt && ` ${t('plan-change.renewal', { day: formatDay(account.renewsAt) })}`}
            {isUnpaid && ` ${t('plan-change.failed')}`}
          </p>
          <Checkbox
            checked={ignoreWebhook}
            aria-describedby={`${id}-webhook`}
            onChange={({ target }) => setIgnoreWebhook(target.checked)}
          >
            {t('plan-change.ignoreWebhook')}
          </Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
