import { type HttpError, useList } from '@refinedev/core';
import { Checkbox, Input, type InputNumberProps, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { models } from '../../../../../resources/models.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { type PlanInput, planInput, type PlanRecord } from '../../../../shared/plans.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { ReaisInput } from '../../../components/reais-input.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { useClose } from '../../../resource/form-dialog.tsx';
import { usePlans } from '../plans.ts';
import { CatalogueForm } from './catalogue-form.tsx';

const AmountInput = (props: InputNumberProps<number>) => <NumberInput precision={0} {...props} />;

const NEW: Partial<PlanInput> = {
  rank: 10,
  monthlyPrice: 0,
  yearlyPrice: 0,
  flags: [],
  modelId: null,
  isOffered: false,
};

/** Returns the ids and names of all models except the embedded one, which a plan stores as null. */
function useModelNames() {
  const { query, result } = useList<ModelRecord, HttpError>({
    resource: models.name,
    pagination: { mode: 'off' },
    // The select mounts after the form has asked for the names, and would ask again.
    queryOptions: { staleTime: SHARED_STALE_MS },
  });
  return { names: result.data.filter(({ provider }) => provider !== 'embedded'), isPending: query.isPending };
}

/** The option for the embedded model, which plans store as null. */
const EMBEDDED = 'embedded';

/** A select for the plan's chat model; null is the embedded one. */
function ModelChoice(props: { id?: string; value?: string | null; onChange?: (modelId: string | null) => void }) {
  const { t } = useTranslation();
  const { names, isPending } = useModelNames();
  const options = [
    { value: EMBEDDED, label: t('plan-catalogue.embedded') },
    ...names.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ChoiceSelect
      id={props.id}
      options={options}
      loading={isPending}
      value={props.value ?? EMBEDDED}
      onChange={(modelId) => props.onChange?.(modelId === EMBEDDED ? null : modelId)}
    />
  );
}

/** The form of a plan, in a dialog over the list, at `new` and `edit/:id`. */
export function PlanForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const close = useClose(planCatalogue);
  const query = usePlans({ enabled: id !== undefined, staleTime: 0 });
  // Loads the models in parallel with the plan, since their select renders only after the plan has loaded.
  useModelNames();
  const record = query.isFetchedAfterMount ? query.data?.data.find((plan) => plan.id === id) : undefined;
  if (id === undefined || record) return <OpenForm key={id} record={record} onClose={close} />;
  return (
    <Modal open title={t('plan-catalogue.edit')} onCancel={close}>
      {query.isError ? (
        <LoadError query={query} />
      ) : query.isFetchedAfterMount ? (
        <EmptyState drawing="search" title={t('resource.gone.title')} text={t('resource.gone.text')} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Modal>
  );
}

function OpenForm({ record, onClose }: { record: PlanRecord | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { shape } = planInput;
  const of = (name: keyof typeof shape) => ({ name, label: t(`plan-catalogue.fields.${name}`), schema: shape[name] });
  return (
    <CatalogueForm<PlanInput> resource={planCatalogue} record={record} start={NEW} onClose={onClose}>
      <div className="form-row">
        <FormField {...of('name')}>
          <Input data-first autoComplete="off" maxLength={60} />
        </FormField>
        <FormField {...of('rank')} extra={t('plan-catalogue.rankHint')}>
          <AmountInput />
        </FormField>
      </div>
      <div className="form-row">
        <FormField {...of('monthlyPrice')}>
          <ReaisInput />
        </FormField>
        <FormField {...of('yearlyPrice')}>
          <ReaisInput />
        </FormField>
      </div>
      {record && record.accounts > 0 && (
        <Typography.Paragraph type="secondary">
          {t('plan-catalogue.priceHint', { count: record.accounts })}
        </Typography.Paragraph>
      )}
      <div className="form-row">
        <FormField {...of('credits')}>
          <NumberInput />
        </FormField>
        <FormField {...of('itemLimit')}>
          <AmountInput />
        </FormField>
      </div>
      <div className="form-row">
        <FormField {...of('contextLimit')}>
          <AmountInput />
        </FormField>
        <FormField {...of('userLimit')}>
          <AmountInput />
        </FormField>
      </div>
      <FormField {...of('flags')} canBeEmpty>
        <Checkbox.Group
          style={{ display: 'grid', gap: 6 }}
          options={PLAN_FLAGS.map((value) => ({ value, label: t(`plan.flags.${value}`) }))}
        />
      </FormField>
      <FormField {...of('modelId')} canBeEmpty>
        <ModelChoice />
      </FormField>
      <FormField {...of('isOffered')} extra={t('plan-catalogue.offerHint')} isSwitch>
        <Switch />
      </FormField>
    </CatalogueForm>
  );
}
