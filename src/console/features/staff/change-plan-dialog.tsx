import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Radio } from 'antd';
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
import './change-plan-dialog.css';

const isPlanPeriod = (period: string | null): period is PlanPeriod =>
  (PLAN_PERIODS as readonly (string | null)[]).includes(period);

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: BUSINESS_ZONE });

/** The plans by name, the account's own marked. */
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
      <p role="alert" className="plan-change-failed">
        {t('plan-change.plansFailed')}
        <Button type="link" size="small" onClick={() => void refetch()}>
          {t('plan-change.again')}
        </Button>
      </p>
    );
  }
  const options = (data ?? []).map(({ id, name }) => ({
    value: id,
    returnValue: id,
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

/** Puts an account on another plan, by hand: which, paid how, and whether its gateway still has a say. */
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
      // An unpaid account may be put in order without another plan, and its gateway be shut out.
      okButtonProps={{ disabled: !planId || (isSame && !ignoreWebhook && !isUnpaid) }}
      confirmLoading={isPending}
      onOk={() => void change()}
    >
      <div className="plan-change">
        <div>
          <label htmlFor={id}>{t('plan-change.plan')}</label>
          <PlanSelect id={id} own={account.planId} value={planId} onChange={setPlanId} />
        </div>
        <div role="group" aria-labelledby={`${id}-period`}>
          <span id={`${id}-period`} className="plan-change-label">
            {t('plan-change.period')}
          </span>
          <Radio.Group value={period} onChange={({ target }) => setPeriod(target.value as PlanPeriod)}>
            {PLAN_PERIODS.map((one) => (
              <Radio key={one} value={one}>
                {t(`plan-change.periods.${one}`)}
              </Radio>
            ))}
          </Radio.Group>
        </div>
        <p>
          {t('plan-change.now')}
          {account.renewsAt && ` ${t('plan-change.renewal', { day: dayOf(account.renewsAt) })}`}
          {isUnpaid && ` ${t('plan-change.failed')}`}
        </p>
        <div>
          <Checkbox
            checked={ignoreWebhook}
            aria-describedby={`${id}-webhook`}
            onChange={({ target }) => setIgnoreWebhook(target.checked)}
          >
            {t('plan-change.ignoreWebhook')}
          </Checkbox>
          <p id={`${id}-webhook`} className="plan-change-hint">
            {t('plan-change.ignoreWebhookText')}
          </p>
        </div>
      </div>
    </Modal>
  );
}
