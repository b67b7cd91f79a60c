import { type HttpError, useOne, useWarnAboutChange } from '@refinedev/core';
import { Button, Drawer, Flex, Form } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { models } from '../../../../../resources/models.ts';
import { changedValues } from '../../../../shared/changes.ts';
import type { ModelEdit, ModelRecord } from '../../../../shared/models.ts';
import { useFocusBack } from '../../../components/focus-back.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useForm } from '../../../components/use-form.ts';
import { ModelParts } from './model-parts.tsx';
import { modelInputOf, type ModelValues, newModel, settled, valuesOf } from './model-values.ts';
import { useTrial } from './models.ts';
import { TrialResult } from './trial-result.tsx';
import '../../../components/components.css';
import '../../../components/form.css';

/** The router state that the form of a new model passes to the form of the saved model. */
interface FormState {
  /** Test the model as soon as the form opens. */
  testsNow?: boolean;
  /** There is no page to go back to. */
  isFirst?: boolean;
}

function useClose() {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const isFirst = key === 'default' || ((state ?? {}) as FormState).isFirst === true;
  const close = () => void (isFirst ? navigate(models.path, { replace: true }) : navigate(-1));
  return { close, isFirst };
}

/** The form of a model, in a drawer over the list, at `new` and `edit/:id`. */
export function ModelForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { close } = useClose();
  useFocusBack();
  const { testsNow = false } = (useLocation().state ?? {}) as FormState;
  const { query } = useOne<ModelRecord, HttpError>({
    resource: models.name,
    id: id ?? '',
    queryOptions: { enabled: id !== undefined, refetchOnMount: 'always' },
  });
  const record = query.data?.data;
  const title = record
    ? t('models.editName', { name: record.name })
    : t(id === undefined ? 'models.new' : 'models.edit');
  // The form must start from fresh values, not from cached ones.
  const isFresh = (testsNow && record !== undefined) || query.isFetchedAfterMount;
  return (
    <Drawer
      open
      className="model-drawer"
      rootClassName="drawer drawer-form"
      title={title}
      onClose={close}
      closable={{ 'aria-label': t('resource.close'), placement: 'end' }}
      styles={{ body: { display: 'flex', flexDirection: 'column', padding: 0 }, header: { padding: '16px 24px' } }}
      closeIcon={<Icon name="close" />}
      width="min(760px, 100vw)"
      afterOpenChange={(isOpen) => isOpen && document.querySelector<HTMLElement>('.model-drawer [data-first]')?.focus()}
    >
      {id === undefined ? (
        <OpenForm key="new" initial={newModel} testsNow={false} />
      ) : record && isFresh ? (
        <OpenForm key={id} record={record} initial={valuesOf(record)} testsNow={testsNow} />
      ) : (
        <div className="model-drawer-fields">
          {query.isError ? <LoadError query={query} /> : <Skeleton rows={10} />}
        </div>
      )}
    </Drawer>
  );
}

function OpenForm({ record, initial, testsNow }: { record?: ModelRecord; initial: ModelValues; testsNow: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { close, isFirst } = useClose();
  const { warnWhen: isDirty } = useWarnAboutChange();
  const then = useRef<'close' | 'try'>('close');
  const trial = useTrial(record?.id ?? '');
  const { form, formProps, isSaving, merge } = useForm<ModelValues, ModelEdit, ModelRecord>({
    resource: models.name,
    action: record ? 'edit' : 'create',
    id: record?.id,
    initial,
    row: record,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => t(`models.fields.${path}`),
      show: (path, value) =>
        path === 'kind' || path === 'provider' ? t(`models.options.${path}.${String(value)}`) : undefined,
    },
    bodyOf: (_, read): ModelEdit => {
      // Also the values whose fields are not shown for this kind of model.
      const { keys, ...input } = modelInputOf(form.getFieldsValue(true) as ModelValues);
      return read ? { ...changedValues(input, read), keys } : { ...input, keys };
    },
    // No notification if a test follows: it would cover the form's buttons, and the test already shows that it was saved.
    successText: ({ name }) =>
      then.current === 'close' ? t(record ? 'models.saved' : 'resource.created', { name }) : undefined,
    onMutationSuccess: ({ data }) => {
      merge.saved(data);
      if (then.current === 'close') return close();
      if (record) return trial.start();
      const state: FormState = { testsNow: true, isFirst };
      void navigate(`${models.path}/edit/${data.id}`, { replace: true, state });
    },
  });
  const start = useEffectEvent(trial.start);
  useEffect(() => {
    if (testsNow) start();
  }, [testsNow]);
  const submit = (next: 'close' | 'try') => {
    then.current = next;
    form.submit();
  };
  const values = (Form.useWatch((all: ModelValues) => all, { form, preserve: true }) ?? initial) as ModelValues;
  const savesFirst = isDirty || record === undefined;
  return (
    <>
      <Form
        {...formProps}
        className="model-drawer-fields"
        onValuesChange={(changed, all: ModelValues) => {
          form.setFieldsValue(settled({ ...initial, ...all }));
          formProps.onValuesChange?.(changed, all);
        }}
      >
        <ModelParts values={values} record={record} />
        <button type="submit" hidden />
      </Form>
      <footer className="model-drawer-foot">
        <TrialResult trial={trial} />
        <Flex wrap gap={8}>
          <Button
            loading={trial.isPending}
            disabled={isSaving}
            onClick={() => (savesFirst ? submit('try') : trial.start())}
          >
            {t(savesFirst ? 'models.saveAndTest' : 'models.test')}
          </Button>
          <Button style={{ marginLeft: 'auto' }} onClick={close}>
            {t('resource.cancel')}
          </Button>
          <Button type="primary" loading={isSaving} onClick={() => submit('close')}>
            {t(record ? 'resource.saveAction' : 'models.new')}
          </Button>
        </Flex>
      </footer>
      <UnsavedGuard />
      {merge.dialog}
    </>
  );
}
