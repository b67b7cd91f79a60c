import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { changedValues } from '../../shared/changes.ts';
import { FormModal } from '../components/form-modal.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { LoadError } from '../components/states.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { useForm } from '../components/use-form.ts';
import { useVisible } from '../providers/visible.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { FieldCell } from './field-cell.tsx';
import { type FormValues, initialValues, writableValues } from './form-values.ts';
import { type Inputs, ResourceFields } from './resource-form.tsx';
import { useResourceTexts } from './texts.ts';

export interface FormDialogProps<D extends Resource> {
  resource: D;
  inputs?: Inputs;
  start?: FormValues;
  embedded?: { id: string | undefined; onClose: () => void };
  /** What a new row has besides the form's fields. */
  fixed?: FormValues;
  /** Rendered above the fields of an existing row. */
  note?: (row: RecordOf<D>) => ReactNode;
  /** Called before saving; nothing is saved when it returns false. */
  canGo?: (values: FormValues) => Promise<boolean>;
  /** What is typed is not kept in the browser. */
  hasSecrets?: boolean;
  onSaved?: (row: RecordOf<D>) => void;
  /**
   * Shows the saved row in place of the form, which otherwise closes, as it does when this returns null. Only the answer to a
   * creation may have a secret.
   */
  result?: (row: RecordOf<D> & { secret?: string }, close: () => void) => ReactNode;
}

/**
 * The form of a resource, in a dialog over its list at `<path>/new` and `<path>/edit/:id`. The list keeps its state,
 * and the browser's Back button closes the form. `start` contains initial values for a new row. A resource without a
 * path opens it by `embedded` instead, with the id of the row to edit.
 */
export function FormDialog<D extends Resource>(props: FormDialogProps<D>) {
  const { canGo, result, embedded } = props;
  const resource = useVisible(props.resource);
  const [saved, setSaved] = useState<RecordOf<D>>();
  const { id } = { ...useParams(), ...embedded };
  const isNew = id === undefined;
  const texts = useResourceTexts(resource);
  const leave = useClose(resource);
  const close = embedded?.onClose ?? leave;
  const nameOf = (row: RecordOf<D> | undefined) => String((row as FormValues | undefined)?.[resource.title] ?? '');
  const { current } = useCurrentContext();
  const context = isNew && resource.scope === 'context' && current ? { contextId: current.id } : {};
  const { formProps, query, record, isReady, isSaving, merge, draft } = useForm<FormValues, FormValues, RecordOf<D>>({
    resource: resource.name,
    action: isNew ? 'create' : 'edit',
    id,
    bodyOf: async (values, read) => {
      const body = writableValues(resource, values);
      if (canGo && !(await canGo(body))) return undefined;
      return read && 'version' in read ? changedValues(body, read) : { ...context, ...props.fixed, ...body };
    },
    keepsDraft: !props.hasSecrets,
    mergeTexts: {
      labelOf: texts.field,
      show: (name, value) => <FieldCell resource={resource} name={name} value={value} />,
    },
    successText: (saved) => texts.t(isNew ? 'created' : 'saved', { name: nameOf(saved) }),
    onMutationSuccess: ({ data }) => {
      props.onSaved?.(data);
      if (result?.(data, close)) setSaved(data);
      else close();
    },
  });
  if (saved) return result?.(saved, close);
  return (
    <FormModal
      title={isNew ? texts.create : texts.t('edit', { name: nameOf(record) })}
      onCancel={close}
      okText={texts.t(isNew ? 'createAction' : 'saveAction')}
      isReady={isReady}
      formProps={isNew ? { ...formProps, initialValues: { ...initialValues(resource), ...props.start } } : formProps}
      isSaving={isSaving}
      extra={
        <>
          <UnsavedGuard />
          {merge.dialog}
        </>
      }
    >
      {isReady ? (
        <>
          {draft.notice}
          {record && props.note?.(record)}
          <ResourceFields resource={resource} inputs={props.inputs} />
        </>
      ) : query?.isError ? (
        <LoadError query={query} />
      ) : (
        <Skeleton rows={4} />
      )}
    </FormModal>
  );
}

/**
 * Returns a function that goes back to the page that opened the form, or to the list if the form was opened directly.
 */
export function useClose({ path }: Pick<Resource, 'path'>) {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  return useCallback(() => {
    if (key === 'default') void navigate({ pathname: path, search }, { replace: true });
    else void navigate(-1);
  }, [navigate, path, search, key]);
}
