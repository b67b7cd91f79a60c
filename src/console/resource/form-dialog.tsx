import { useWarnAboutChange } from '@refinedev/core';
import { Button, type FormInstance } from 'antd';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { changedValues } from '../../shared/changes.ts';
import { errorsOf } from '../components/field-errors.ts';
import { FormModal } from '../components/form-modal.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { useForm } from '../components/use-form.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useVisible } from '../providers/visible.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { ActionResult, type Results } from './action-result.tsx';
import { FieldCell } from './field-cell.tsx';
import { useFormTabs } from './form-tabs.tsx';
import { type FormValues, initialValues, writableValues } from './form-values.ts';
import { type Inputs, ResourceFields } from './resource-form.tsx';
import { textsOf } from './texts.ts';

export interface FormDialogProps<D extends Resource> {
  resource: D;
  inputs?: Inputs;
  width?: number;
  start?: FormValues;
  embedded?: { id: string | undefined; onClose: () => void };
  /** What a new row has besides the form's fields. */
  fixed?: FormValues;
  /** Rendered above the fields of an existing row. */
  note?: (row: RecordOf<D>) => ReactNode;
  /** Called before saving; nothing is saved when it returns false. */
  canGo?: (values: FormValues) => Promise<boolean>;
  onSaved?: (row: RecordOf<D>) => void;
  /**
   * Shows the saved row in place of the form, which otherwise closes, as it does when this returns null. Only the answer to a
   * creation may have a secret.
   */
  result?: (row: RecordOf<D> & { secret?: string }, close: () => void) => ReactNode;
  /** Parts for the results of actions. */
  results?: Results;
}

const hasSecrets = ({ fields }: Pick<Resource, 'fields'>): boolean =>
  Object.values(fields).some(({ isSecret, items }) => isSecret || (items && hasSecrets({ fields: items })));

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
  const texts = textsOf(resource);
  const leave = useClose(resource);
  const close = embedded?.onClose ?? leave;
  const nameOf = (row: RecordOf<D> | undefined) => String((row as FormValues | undefined)?.[resource.title] ?? '');
  const { current } = useCurrentContext();
  const context = isNew && resource.scope === 'context' && current ? { contextId: current.id } : {};
  const { tabs, openFor } = useFormTabs(resource);
  const action = useFormAction({ resource, results: props.results, id });
  const { formProps, query, record, isReady, isSaving, merge, draft } = useForm<FormValues, FormValues, RecordOf<D>>({
    resource: resource.name,
    action: isNew ? 'create' : 'edit',
    id,
    bodyOf: async (values, read) => {
      const body = writableValues(resource, values);
      if (canGo && !(await canGo(body))) return undefined;
      return read && 'version' in read ? changedValues(body, read) : { ...context, ...props.fixed, ...body };
    },
    keepsDraft: !hasSecrets(resource),
    mergeTexts: {
      labelOf: texts.field,
      show: (name, value) => <FieldCell resource={resource} name={name} value={value} />,
    },
    // The result shows that it was saved, and a notification would cover its buttons.
    successText: (saved) =>
      action.isNext() ? undefined : texts.t(isNew ? 'created' : 'saved', { name: nameOf(saved) }),
    onMutationError: (failure) => {
      action.forget();
      openFor(errorsOf(failure)[0]?.field.split('.')[0]);
    },
    onMutationSuccess: ({ data }) => {
      props.onSaved?.(data);
      if (action.isNext()) {
        merge.saved(data);
        return action.follow(data);
      }
      if (result?.(data, close)) setSaved(data);
      else close();
    },
  });
  if (saved) return result?.(saved, close);
  const button = isReady && action.button(formProps.form, isSaving);
  return (
    <FormModal
      title={isNew ? texts.create : texts.t('edit', { name: nameOf(record) })}
      onCancel={close}
      width={props.width}
      // A centered dialog would move its tabs whenever another one is opened.
      {...(resource.hasFormTabs && { centered: false, style: { top: 32 } })}
      okText={texts.t(isNew ? 'createAction' : 'saveAction')}
      isReady={isReady}
      query={query}
      formProps={{
        ...formProps,
        onFinishFailed: ({ errorFields }) => {
          action.forget();
          openFor(errorFields[0]?.name[0]);
        },
        ...(isNew && { initialValues: { ...initialValues(resource), ...props.start } }),
      }}
      isSaving={isSaving}
      {...(button && {
        footer: (_, { OkBtn, CancelBtn }) => (
          <>
            {button}
            <CancelBtn />
            <OkBtn />
          </>
        ),
      })}
      extra={
        <>
          {action.result}
          <UnsavedGuard />
          {merge.dialog}
        </>
      }
    >
      {draft.notice}
      {record && props.note?.(record)}
      <ResourceFields resource={resource} inputs={props.inputs} tabs={tabs} />
    </FormModal>
  );
}

/**
 * Returns a function that goes back to the page that opened the form, or to the list if the form was opened directly.
 */
export function useClose({ path }: Pick<Resource, 'path'>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { isFirst } = useSavedState();
  return useCallback(() => {
    if (isFirst) void navigate({ pathname: path, search }, { replace: true });
    else void navigate(-1);
  }, [navigate, path, search, isFirst]);
}

/** The router state that the form of a new row passes to that of the saved one. */
interface SavedState {
  /** Do the action as soon as the form opens. */
  acts?: boolean;
  /** There is no page to go back to. */
  isFirst?: boolean;
}

function useSavedState() {
  const { key, state } = useLocation();
  const { acts = false, isFirst = false } = (state ?? {}) as SavedState;
  return { acts, isFirst: isFirst || key === 'default' };
}

interface Props {
  resource: Resource;
  results?: Results;
  /** Undefined for a new row. */
  id: string | undefined;
}

/** The declared action that a form has beside saving: it saves what has changed, stays open and shows the result. */
function useFormAction({ resource, results = {}, id }: Props) {
  const call = resource.rowCalls?.find(({ inForm }) => inForm);
  const isAllowed = useAllowed(resource.name, call?.allowedBy ?? call?.name ?? '');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { warnWhen: isDirty } = useWarnAboutChange();
  const { acts, isFirst } = useSavedState();
  /** How often the action has been done. */
  const [times, setTimes] = useState(acts ? 1 : 0);
  const isNext = useRef(false);
  const start = () => setTimes((last) => last + 1);
  return {
    /** Whether the running save is followed by the action. */
    isNext: () => isNext.current,
    forget: () => void (isNext.current = false),
    /** Does the action on the row that has been saved. */
    follow: (saved: { id: string }) => {
      isNext.current = false;
      if (id !== undefined) return start();
      const state: SavedState = { acts: true, isFirst };
      void navigate(`${resource.path}/edit/${saved.id}${search}`, { replace: true, state });
    },
    button: (form: FormInstance | undefined, isSaving: boolean) => {
      if (!call || !isAllowed) return null;
      const savesFirst = isDirty || id === undefined;
      const save = () => {
        isNext.current = true;
        form?.submit();
      };
      return (
        <Button style={{ float: 'left' }} disabled={isSaving} onClick={savesFirst ? save : start}>
          {textsOf(resource).t(`actions.${call.name}${savesFirst ? 'Saved' : ''}`)}
        </Button>
      );
    },
    result: call && times > 0 && id !== undefined && (
      <ActionResult path={`${resource.api}/${id}`} {...{ call, results, times }} onClose={() => setTimes(0)} />
    ),
  };
}
