import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from '../../components/choice-select.tsx';
import { usePlans } from './plans.ts';

/** A select with all plans. It marks the account's current plan, `own`. */
export function PlanSelect(props: {
  id?: string;
  own?: string | null;
  value?: string | null;
  onChange?: (planId: string) => void;
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
  return (
    <ChoiceSelect
      id={props.id}
      options={(data?.data ?? []).map(({ id, name }) => ({
        value: id,
        label: id === props.own ? t('plan-change.current', { name }) : name,
      }))}
      loading={isPending}
      placeholder={t('plan-change.choose')}
      value={props.value}
      onChange={(planId) => planId && props.onChange?.(planId)}
    />
  );
}
