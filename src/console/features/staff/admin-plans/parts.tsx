import { type HttpError, useList } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Checkbox, Flex, Typography } from 'antd';
import { useId, useState } from 'react';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { type ModelRecord, models } from '../../../../../resources/models.ts';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { advanceBody, type SandboxClock } from '../../../../shared/billing.ts';
import { PLAN_FLAGS } from '../../../../shared/roles.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { OFFER, useSubscription } from '../../../components/subscription.ts';
import { TestNotice } from '../../../components/test-notice.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { useGet } from '../../../components/use-get.ts';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { parts } from '../../../resource/parts.ts';
import { RelatedRows } from '../../../resource/related-rows.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { textsOf } from '../../../resource/texts.ts';
import '../staff.css';

const CLOCK = '/admin/sandbox';
const DAYS_FIRST = 30;

/** The clock of the sandbox gateway; nothing if charges are real or the user may not advance it. */
function ClockPart() {
  const canAdvance = useAllowed('sandbox-clock', 'advance');
  const gateway = useSubscription({ enabled: canAdvance });
  const clock = useGet<SandboxClock>(CLOCK, { enabled: canAdvance }).data?.data;
  if (!canAdvance || !clock || gateway.data?.data.gateway.isTest === false) return null;
  return <Clock clock={clock} />;
}

function Clock({ clock }: { clock: SandboxClock }) {
  const id = useId();
  const client = useQueryClient();
  const [days, setDays] = useState<number | null>(DAYS_FIRST);
  const { ask, question } = useAskedCall<SandboxClock>(planCatalogue.name);
  /** By a number of days, or with null to the next due event. */
  const advance = (by: number | null) =>
    ask({
      url: `${CLOCK}/advance`,
      values: { days: by },
      title: t('plan-catalogue.clock.sure'),
      text: t('plan-catalogue.clock.sureText'),
      action: t('plan-catalogue.clock.action'),
      successText: ({ now }) => t('plan-catalogue.clock.done', { moment: fullDate(now) }),
      onSuccess: (data) => client.setQueryData([CLOCK], { data }),
    });
  return (
    <Card style={{ maxWidth: 720 }} title={<h2>{t('plan-catalogue.clock.title')}</h2>}>
      <TestNotice gateway={{ name: 'sandbox' }} />
      <p className="figures" style={{ marginBlock: '16px 12px' }}>
        {t('plan-catalogue.clock.now', { moment: fullDate(clock.now) })}{' '}
        {clock.nextAt
          ? t('plan-catalogue.clock.next', { moment: fullDate(clock.nextAt) })
          : t('plan-catalogue.clock.nothing')}
      </p>
      <Flex wrap align="center" gap={8}>
        <Button disabled={!clock.nextAt} onClick={() => advance(null)}>
          {t('plan-catalogue.clock.toNext')}
        </Button>
        <label htmlFor={id}>{t('plan-catalogue.clock.days')}</label>
        <NumberInput id={id} min={1} max={400} precision={0} value={days} onChange={setDays} />
        <Button disabled={!advanceBody.safeParse({ days: days ?? 0 }).success} onClick={() => advance(days)}>
          {t('plan-catalogue.clock.advance')}
        </Button>
      </Flex>
      {question}
    </Card>
  );
}

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

function Packs() {
  const texts = textsOf(packCatalogue);
  const canCreate = useAllowed(packCatalogue.name, 'create');
  const canEdit = useAllowed(packCatalogue.name, 'edit');
  const client = useQueryClient();
  /** The id of the pack being edited; `new` for a new one. */
  const [edited, setEdited] = useState<string>();
  const edit = ({ id, name }: RecordOf<typeof packCatalogue>): RowAction[] => [
    {
      ...{ icon: 'edit', label: t('resource.editName', { name }), hint: t('resource.edit') },
      onClick: () => setEdited(id),
    },
  ];
  return (
    <div className="page-part">
      <RelatedRows
        resource={packCatalogue}
        actions={canEdit ? edit : undefined}
        extra={canCreate && <Button onClick={() => setEdited('new')}>{texts.create}</Button>}
      />
      {edited && (
        <FormDialog
          resource={packCatalogue}
          start={{ isOffered: true }}
          embedded={{ id: edited === 'new' ? undefined : edited, onClose: () => setEdited(undefined) }}
          onSaved={() => void client.invalidateQueries({ queryKey: [OFFER] })}
        />
      )}
    </div>
  );
}

/** Below the plans: the credit packs and, with the sandbox gateway, its clock. */
const listParts = {
  below: () => (
    <>
      <Typography.Paragraph type="secondary">{t('plan-catalogue.notOffered')}</Typography.Paragraph>
      <Packs />
      <ClockPart />
    </>
  ),
};

function usePlanForm() {
  const client = useQueryClient();
  // Loads the models in parallel with the plan, since their select renders only after the plan has loaded.
  useModels();
  const flags = PLAN_FLAGS.map((value) => ({ value, label: t(`plan-catalogue.options.flags.${value}`) }));
  return {
    start: NEW,
    inputs: {
      flags: <Checkbox.Group style={{ display: 'grid', gap: 6 }} options={flags} />,
      modelId: <ModelChoice />,
    },
    note: ({ accounts: count }: RecordOf<typeof planCatalogue>) =>
      count > 0 && (
        <Typography.Paragraph type="secondary">{t('plan-catalogue.priceHint', { count })}</Typography.Paragraph>
      ),
    onSaved: () => void client.invalidateQueries({ queryKey: [OFFER] }),
  };
}

export default parts(planCatalogue, { useList: () => listParts, useForm: usePlanForm });
