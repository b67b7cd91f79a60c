import { useNotification, useWarnAboutChange } from '@refinedev/core';
import { Button, Drawer, Flex, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ModelRecord } from '../../../../shared/models.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { useFocusBack } from '../../../components/focus-back.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { showFailure } from '../../../providers/failure.ts';
import { ModelParts } from './model-parts.tsx';
import { type ModelValues, newModel, settled, valuesOf, writtenModel } from './model-values.ts';
import { CHATBOT_PAGE, useModels, useSaveModel, useTrial } from './models.ts';
import { TrialResult } from './trial-result.tsx';
import '../../../components/components.css';
import '../../../components/form.css';

/** The router state that the form of a new model passes to the form of the saved model. */
interface FormState {
  /** Test the model as soon as the form opens. */
  tries?: boolean;
  /** There is no page to go back to. */
  isFirst?: boolean;
}

function useClose() {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const isFirst = key === 'default' || ((state ?? {}) as FormState).isFirst === true;
  const close = () => void (isFirst ? navigate(CHATBOT_PAGE, { replace: true }) : navigate(-1));
  return { close, isFirst };
}

/** The form of a model, in a drawer over the list, at `new` and `edit/:id`. */
export function ModelForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { close } = useClose();
  useFocusBack();
  const { tries = false } = (useLocation().state ?? {}) as FormState;
  const query = useModels(id !== undefined);
  const record = query.data?.data.find((model) => model.id === id);
  const title = id === undefined ? t('models.new') : t('models.editName', { name: record?.name ?? '…' });
  // The form must start from fresh values, not from the cached list.
  const isFresh = (tries && record !== undefined) || query.isFetchedAfterMount;
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
        <OpenForm key="new" initial={newModel} tries={false} />
      ) : record && isFresh ? (
        <OpenForm key={id} record={record} initial={valuesOf(record)} tries={tries} />
      ) : (
        <div className="model-drawer-fields">
          {query.isError ? (
            <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
          ) : isFresh ? (
            <EmptyState drawing="search" title={t('models.gone.title')} text={t('models.gone.text')} />
          ) : (
            <Skeleton rows={10} />
          )}
        </div>
      )}
    </Drawer>
  );
}

/** Returns the form's state and a function that saves the model and then closes the form or tests the model. */
function useForm(record: ModelRecord | undefined, tries: boolean) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const navigate = useNavigate();
  const { close, isFirst } = useClose();
  const [form] = Form.useForm<ModelValues>();
  const [isDirty, setDirty] = useState(false);
  const { setWarnWhen } = useWarnAboutChange();
  const then = useRef<'close' | 'try'>('close');
  const trial = useTrial(record?.id ?? '');
  const { mutateAsync, isPending } = useSaveModel(record?.id);
  const { mutate: start } = trial;
  useEffect(() => {
    if (tries) start();
  }, [tries, start]);
  const mark = (dirty: boolean) => {
    setWarnWhen(dirty);
    setDirty(dirty);
  };
  const onSave = async () => {
    setWarnWhen(false);
    try {
      const saved = await mutateAsync(writtenModel(form.getFieldsValue(true)));
      form.setFieldValue('keys', undefined);
      mark(false);
      if (then.current === 'close') {
        open?.({ type: 'success', message: t(record ? 'models.saved' : 'resource.created', { name: saved.name }) });
        return close();
      }
      // No notification: it would cover the form's buttons, and the test already shows that the model was saved.
      if (record) return start();
      const state: FormState = { tries: true, isFirst };
      void navigate(`${CHATBOT_PAGE}/edit/${saved.id}`, { replace: true, state });
    } catch (failure) {
      setWarnWhen(true);
      const errors = errorsOf(failure);
      form.setFields(errors.map(({ field, message }) => ({ name: field.split('.') as never, errors: [message] })));
      void showFailure(failure);
    }
  };
  const submit = (next: 'close' | 'try') => {
    then.current = next;
    form.submit();
  };
  return { form, isDirty, mark, trial, onSave, submit, close, isBusy: isPending };
}

function OpenForm({ record, initial, tries }: { record?: ModelRecord; initial: ModelValues; tries: boolean }) {
  const { t } = useTranslation();
  const { form, isDirty, mark, trial, onSave, submit, close, isBusy } = useForm(record, tries);
  const values = Form.useWatch((all: ModelValues) => all, { form, preserve: true }) ?? initial;
  const savesFirst = isDirty || record === undefined;
  const onChange = (_: unknown, all: ModelValues) => {
    form.setFieldsValue(settled({ ...initial, ...all }));
    mark(true);
  };
  return (
    <>
      <Form<ModelValues>
        className="model-drawer-fields"
        form={form}
        layout="vertical"
        initialValues={initial}
        validateTrigger={[]}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={() => void onSave()}
        onValuesChange={onChange}
      >
        <ModelParts values={values} record={record} />
        <button type="submit" hidden />
      </Form>
      <footer className="model-drawer-foot">
        <TrialResult trial={trial} />
        <Flex wrap gap={8}>
          <Button
            loading={trial.isPending}
            disabled={isBusy}
            onClick={() => (savesFirst ? submit('try') : trial.mutate())}
          >
            {t(savesFirst ? 'models.saveAndTest' : 'models.test')}
          </Button>
          <Button className="model-cancel" onClick={close}>
            {t('resource.cancel')}
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => submit('close')}>
            {t(record ? 'resource.saveAction' : 'models.new')}
          </Button>
        </Flex>
      </footer>
      <UnsavedGuard />
    </>
  );
}
