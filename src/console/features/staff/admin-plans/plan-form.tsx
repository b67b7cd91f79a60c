import { type HttpError, useList } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { models } from '../../../../../resources/models.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { OFFER } from '../../../session/subscription.ts';

const NEW = { rank: 10, monthlyPrice: 0, yearlyPrice: 0, flags: [], isOffered: false };

/** Queries the language models. */
const useModels = () =>
  useList<ModelRecord, HttpError>({
    resource: models.name,
    pagination: { mode: 'off' },
    // The select mounts after the form has asked for the models, and would ask again.
    queryOptions: { staleTime: SHARED_STALE_MS },
  });

/** The option for the embedded model, which plans store as null. */
const EMBEDDED = 'embedded';

/** A select for the plan's chat model; null is the embedded one. */
function ModelChoice(props: { id?: string; value?: string | null; onChange?: (modelId: string | null) => void }) {
  const { t } = useTranslation();
  const { query, result } = useModels();
  const others = result.data.filter(({ provider }) => provider !== 'embedded');
  const options = [
    { value: EMBEDDED, label: t('plan-catalogue.embedded') },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ChoiceSelect
      id={props.id}
      options={options}
      loading={query.isPending}
      value={props.value ?? EMBEDDED}
      onChange={(modelId) => props.onChange?.(modelId === EMBEDDED ? null : modelId)}
    />
  );
}

/** The form of a plan, in a dialog over the list, at `new` and `edit/:id`. */
export function PlanForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Loads the models in parallel with the plan, since their select renders only after the plan has loaded.
  useModels();
  const flags = PLAN_FLAGS.map((value) => ({ value, label: t(`plan-catalogue.options.flags.${value}`) }));
  return (
    <FormDialog
      resource={planCatalogue}
      start={NEW}
      inputs={{
        flags: <Checkbox.Group style={{ display: 'grid', gap: 6 }} options={flags} />,
        modelId: <ModelChoice />,
      }}
      note={({ accounts: count }) =>
        count > 0 && (
          <Typography.Paragraph type="secondary">{t('plan-catalogue.priceHint', { count })}</Typography.Paragraph>
        )
      }
      onSaved={() => void client.invalidateQueries({ queryKey: OFFER })}
    />
  );
}
