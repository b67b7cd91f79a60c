import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_ZONE } from '../../../shared/constants.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../../shared/plan-periods.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { ChoiceSelect } from '../../components/choice-select.tsx';
import { Modal } from '../../components/modal.tsx';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { accountTitle } from './account-name.ts';
import { plansQuery, useChangePlan } from './plans.ts';
import '../../components/form.css';

const isPlanPeriod = (period: string | null): period is PlanPeriod =>
  (PLAN_PERIODS as readonly (string | null)[]).includes(period);

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: BUSINESS_ZONE });

/** A select with all plans. It marks the account's current plan, `own`. */
function PlanSelect(props: {
  id: string;
  own: string | null;
  value: string | null;
  onChange: (planId: string) => void;
}) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery(plansQuery);
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
  const options = (data ?? []).map(({ id, name }) => ({
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
  const { mutateAsync, isPending } = useChangePlan(account.id);
  const isSame = planId === account.planId && (period ?? account.period) === account.period;
  const isUnpaid = account.status === 'FAILURE_PAYMENT';
  const change = async () => {
    if (!planId) return;
    try {
      const { plan } = await mutateAsync({ planId, period, ignoreWebhook });
      notify({ type: 'success', message: t('plan-change.done', { account: name, plan }) });
      onClose();
    } catch (failure) {
      void showFailure(failure);
    }
  };
  return (
    <Modal
      open
      title={t('plan-change.title', { account: name })}
      onCancel={onClose}
      okText={t('plan-change.action')}
      // Saving the same plan is useful only to settle an unpaid account or to ignore the gateway's events.
      okButtonProps={{ disabled: !planId || (isSame && !ignoreWebhook && !isUnpaid) }}
      confirmLoading={isPending}
      onOk={() => void change()}
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
            {account.renewsAt && ` ${t('plan-change.renewal', { day: dayOf(account.renewsAt) })}`}
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
