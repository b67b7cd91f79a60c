import { useCreate, useOne, useUpdate, type HttpError } from '@refinedev/core';
import { Form } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { Dialog } from '../components/dialog.tsx';
import { errorsOf } from '../components/field-errors.ts';
import { LoadError } from '../components/states.tsx';
import { failureNotice, successNotice } from '../components/notices.ts';
import { formFields, initialValues, ResourceForm, type Inputs, type Values } from './resource-form.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import type { Row } from './use-list-table.ts';
import { useResourceTexts } from './words.ts';
import { Skeleton } from '../components/skeleton.tsx';

/**
 * The form of a resource, drawn over its list at `<path>/new` and `<path>/edit/:id`: the list stays in sight and as it
 * was, the address says what is open, and a step back closes it. `start` gives a new one's first values.
 */
export function FormDialog(props: {
  resource: Resource;
  inputs?: Inputs;
  start?: Values;
  /** Asked before the values are saved; nothing is saved when it answers false. */
  canGo?: (values: Values) => Promise<boolean>;
  /** Runs once the row is saved. */
  onSaved?: (row: Row) => void;
}) {
  const { resource, inputs, start, canGo, onSaved } = props;
  const { id } = useParams();
  const words = useResourceTexts(resource);
  const close = useClose(resource);
  const { query } = useOne<Row, HttpError>({
    resource: resource.name,
    id: id ?? '',
    errorNotification: false,
    queryOptions: { enabled: id !== undefined, staleTime: 0 },
  });
  const record = query.data?.data;
  if (id === undefined) {
    const initial = { ...initialValues(resource), ...start };
    return <OpenForm resource={resource} initial={initial} inputs={inputs} onSaved={onSaved} />;
  }
  // What was last known is not edited: a form begins from the row as it is now.
  if (record && query.isFetchedAfterMount) {
    const initial = Object.fromEntries(formFields(resource).map((name) => [name, record[name]]));
    return <OpenForm key={id} {...{ resource, id, initial, inputs, canGo, onSaved }} />;
  }
  return (
    <Dialog open title={words.t('edit')} onClose={close}>
      {query.isError ? <LoadError error={query.error} again={() => void query.refetch()} /> : <Skeleton rows={4} />}
    </Dialog>
  );
}

/** Leaves the form for what it was opened from; for the list, when its address was opened by itself. */
export function useClose(resource: Resource) {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  return useCallback(() => {
    if (key === 'default') void navigate({ pathname: resource.path, search }, { replace: true });
    else void navigate(-1);
  }, [navigate, resource, search, key]);
}

function useSave(resource: Resource, id: string | undefined) {
  const { t } = useTranslation();
  const words = useResourceTexts(resource);
  const create = useCreate<Row, HttpError, Values>();
  const update = useUpdate<Row, HttpError, Values>();
  const { current } = useCurrentContext();
  const place = resource.scope === 'context' && current ? { contextId: current.id } : {};
  const named = (values: Values | undefined) => String(values?.[resource.title] ?? '');
  const save = (values: Values) => {
    const call = { resource: resource.name, errorNotification: failureNotice(t) };
    if (id !== undefined) {
      return update.mutateAsync({ ...call, id, values, successNotification: successNotice(words.t('saved')) });
    }
    const successNotification = successNotice(words.t('created', { name: named(values) }));
    return create.mutateAsync({ ...call, values: { ...place, ...values }, successNotification });
  };
  return { save, busy: create.mutation.isPending || update.mutation.isPending };
}

function OpenForm(props: {
  resource: Resource;
  id?: string;
  initial: Values;
  inputs?: Inputs;
  canGo?: (values: Values) => Promise<boolean>;
  onSaved?: (row: Row) => void;
}) {
  const { resource, id } = props;
  const [form] = Form.useForm();
  const words = useResourceTexts(resource);
  const close = useClose(resource);
  const { save, busy } = useSave(resource, id);
  const isFree = useRef(true);
  // Enter may be struck twice before the button shows that it works, and once more while the dialog goes away.
  const isSaving = useRef(false);
  const onSave = async (values: Values) => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      if (props.canGo && !(await props.canGo(values))) {
        isSaving.current = false;
        return;
      }
      const { data } = await save(values);
      isFree.current = true;
      props.onSaved?.(data);
      close();
    } catch (failure) {
      isSaving.current = false;
      const known = errorsOf(failure).filter(({ field }) => formFields(resource).includes(field));
      form.setFields(known.map(({ field, message }) => ({ name: field, errors: [message] })));
    }
  };
  return (
    <Dialog
      open
      title={id === undefined ? words.create : words.t('edit')}
      onClose={close}
      action={{
        label: id === undefined ? words.t('createAction') : words.t('saveAction'),
        onClick: form.submit,
        busy,
      }}
    >
      <ResourceForm
        resource={resource}
        form={form}
        initial={props.initial}
        inputs={props.inputs}
        onSave={(values) => void onSave(values)}
        onChange={() => (isFree.current = !form.isFieldsTouched())}
      />
      <UnsavedGuard isFree={() => isFree.current} />
    </Dialog>
  );
}
