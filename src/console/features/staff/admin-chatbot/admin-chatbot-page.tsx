import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { models } from '../../../../../resources/models.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { ModelChoice, ModelRecord } from '../../../../shared/models.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { both, Loaded, LoadError, StaleNotice } from '../../../components/states.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useListTable } from '../../../resource/use-list-table.ts';
import { ModelList } from './model-list.tsx';
import { CHOICE, isPreparing, useChoice } from './models.ts';
import '../staff.css';

const NONE = 'none';

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
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  // Not the latest choice, which is polled while passages are embedded: the fields keep what they showed.
  const [saved, setSaved] = useState(() => valuesOf(choice));
  const { form, formProps, isSaving } = useFormCall<ChoiceValues, ModelChoice>({
    url: CHOICE,
    method: 'put',
    initial: saved,
    bodyOf: ({ plans, search }) => ({
      plans: Object.entries(plans)
        .filter(([id, modelId]) => modelId !== saved.plans[id])
        .map(([id, modelId]) => ({ id, modelId })),
      ...(search !== saved.search && { searchModelId: search === NONE ? null : search }),
    }),
    successText: () => t('models.choice.saved'),
    onSaved: (data, form) => {
      client.setQueryData([CHOICE], { data });
      setSaved(valuesOf(data));
      form.setFieldsValue(valuesOf(data));
      void invalidate({ resource: models.name, invalidates: ['list'] });
    },
  });
  const values = Form.useWatch((all: ChoiceValues) => all, form) ?? saved;
  const isChanged =
    values.search !== saved.search || choice.plans.some(({ id }) => values.plans?.[id] !== saved.plans[id]);
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
      </Form>
    </Card>
  );
}

/** The page where staff manage the platform's models, their costs, and which plan uses which model. */
export function AdminChatbotPage() {
  const { t } = useTranslation();
  return (
    <PageFrame
      title={t('models.title')}
      intro={t('models.intro')}
      action={
        <ButtonLink to={`${models.path}/new`} type="primary" icon={<Icon name="add" />}>
          {t('models.new')}
        </ButtonLink>
      }
    >
      <Models />
      <Outlet />
    </PageFrame>
  );
}

function Models() {
  const { tableQuery: list } = useListTable<ModelRecord>(models, undefined).table;
  const choiceQuery = useChoice();
  const choice = choiceQuery.data?.data;
  const query = both(list, choiceQuery);
  const rows = list.data?.data;
  if (!rows) {
    if (list.error) return <LoadError query={query} />;
    return (
      <Card className="models page-part" aria-busy>
        <Skeleton rows={6} />
      </Card>
    );
  }
  const names = new Map(choice?.plans.map(({ id, name }) => [id, name]));
  const plansOf = ({ planIds }: ModelRecord) => planIds.map((id) => names.get(id) ?? id);
  return (
    <>
      {query.error && choice && <StaleNotice query={query} />}
      <ModelList models={rows} plansOf={plansOf} />
      <Loaded query={choiceQuery} waiting={<Skeleton rows={4} />}>
        {({ data }) => <ModelChoiceForm rows={rows} choice={data} />}
      </Loaded>
    </>
  );
}
