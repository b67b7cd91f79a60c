import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Typography } from 'antd';
import { type ModelRecord, models } from '../../../../../resources/models.ts';
import { changedPaths, changedValues } from '../../../../shared/changes.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { ModelChoice } from '../../../../shared/models.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';

const CHOICE = '/admin/model-choice';
const POLL_MS = 3_000;
const NONE = 'none';

/** Returns whether some chunks still have no embedding from the selected search model. */
const isPreparing = (choice: ModelChoice | undefined): boolean =>
  choice !== undefined && choice.searchModelId !== null && choice.embedded.done < choice.embedded.total;

interface ChoiceValues {
  /** Model id by plan id. */
  plans: Record<string, string>;
  search: string;
}

const valuesOf = ({ plans, searchModelId }: ModelChoice): ChoiceValues => ({
  plans: Object.fromEntries(plans.map(({ id, modelId }) => [id, modelId])),
  search: searchModelId ?? NONE,
});

const COLUMNS = { labelCol: { xs: 24, md: 12 }, wrapperCol: { xs: 24, md: 12 } };

function Preparation({ choice }: { choice: ModelChoice }) {
  if (choice.searchModelId === null) return null;
  const { done, total } = choice.embedded;
  const figures = { done: formatCount(done), total: formatCount(total) };
  if (!isPreparing(choice)) {
    return <Typography.Text type="secondary">{t('models.choice.ready', { ...figures, count: total })}</Typography.Text>;
  }
  return (
    <Flex vertical gap={6}>
      <p role="status">{t('models.choice.preparing', figures)}</p>
      <ProgressBar percent={Math.floor((done / total) * 100)} label={t('models.choice.search')} />
      <Typography.Text type="secondary">{t('models.choice.until')}</Typography.Text>
    </Flex>
  );
}

/** The form that selects the chat model of each plan and the model of the search embeddings. Saves them together. */
function ModelChoiceForm({ rows, choice }: { rows: readonly ModelRecord[]; choice: ModelChoice }) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { form, formProps, isSaving, merge } = useFormCall<ChoiceValues, ModelChoice>({
    url: CHOICE,
    method: 'put',
    bodyOf: (values, read = choice) => {
      const { plans = {}, search } = changedValues(values, valuesOf(read));
      return {
        plans: Object.entries(plans).map(([id, modelId]) => ({ id, modelId })),
        ...(search !== undefined && { searchModelId: search === NONE ? null : search }),
      };
    },
    row: choice,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => choice.plans.find(({ id }) => path === `plans.${id}`)?.name ?? t('models.choice.search'),
      show: (_, id) => rows.find((model) => model.id === id)?.name ?? t('models.choice.none'),
    },
    successText: () => t('models.choice.saved'),
    onSaved: (data) => {
      client.setQueryData([CHOICE], { data });
      void invalidate({ resource: models.name, invalidates: ['list'] });
    },
  });
  const saved = valuesOf(merge.baseOf() ?? choice);
  const values = Form.useWatch((all: ChoiceValues) => all, form) ?? saved;
  const isChanged = changedPaths(values, saved).length > 0;
  const optionsOf = (kind: ModelRecord['kind']) =>
    rows.filter((model) => model.kind === kind).map(({ id, name }) => ({ value: id, label: name }));
  const chat = optionsOf('chat');
  const search = [{ value: NONE, label: t('models.choice.none') }, ...optionsOf('embedding')];
  return (
    <Card role="region" aria-label={t('models.choice.title')} style={{ maxWidth: 860 }}>
      <Card.Meta title={t('models.choice.title')} description={t('models.choice.text')} style={{ marginBottom: 20 }} />
      <Form {...formProps} {...COLUMNS} layout="horizontal" labelAlign="left" labelWrap colon={false}>
        {choice.plans.map(({ id, name }) => (
          <Form.Item key={id} name={['plans', id]} label={name}>
            <ChoiceSelect options={chat} />
          </Form.Item>
        ))}
        <Form.Item
          name="search"
          label={t('models.choice.search')}
          extra={
            <Flex vertical gap={6}>
              {t('models.choice.searchText')}
              <Preparation choice={choice} />
            </Flex>
          }
        >
          <ChoiceSelect options={search} />
        </Form.Item>
        <Flex wrap align="center" gap={12}>
          <Button htmlType="submit" disabled={!isChanged} loading={isSaving}>
            {t('models.choice.save')}
          </Button>
          {isChanged && (
            <Typography.Text type="secondary" role="status">
              {t('models.choice.unsaved')}
            </Typography.Text>
          )}
        </Flex>
        {merge.dialog}
      </Form>
    </Card>
  );
}

/** Which model each plan and the search use. Polls while embeddings are computed. */
export function ModelChoices({ models: rows }: { models: readonly ModelRecord[] }) {
  const query = useGet<ModelChoice>(CHOICE, {
    refetchInterval: ({ state }) => (isPreparing(state.data?.data) ? POLL_MS : false),
  });
  return (
    <Loaded query={query} waiting={<Skeleton rows={4} />} isRefreshed>
      {({ data }) => <ModelChoiceForm rows={rows} choice={data} />}
    </Loaded>
  );
}
