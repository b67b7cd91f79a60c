import { useForm as useRefineForm, type UseFormProps } from '@refinedev/antd';
import { type BaseRecord, type HttpError, useWarnAboutChange } from '@refinedev/core';
import type { FormProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useCurrentContext } from '../session/current-context.tsx';
import { successNotice } from './notices.ts';
import { useDraft } from './use-draft.tsx';
import { isConflict, type MergeTexts, useMerge } from './use-merge.tsx';

/** The layout of all forms. They are validated only when they are saved. */
export const FORM_PROPS = {
  layout: 'vertical',
  requiredMark: false,
  validateTrigger: [],
  scrollToFirstError: { focus: true, block: 'center' },
} satisfies FormProps;

type Props<V, B, R extends BaseRecord> = Omit<
  UseFormProps<R, HttpError, B>,
  'queryOptions' | 'redirect' | 'successNotification'
> & {
  /** Initial values. If set, the record is not read. */
  initial?: Partial<V>;
  /** Returns the request body for the typed values and the record as it was read; undefined cancels the save. */
  bodyOf: (values: V, record: R | undefined) => B | undefined | Promise<B | undefined>;
  /** Returns the message to show after a successful save; undefined for none. */
  successText: (saved: R, values: V) => string | undefined;
  /** The row that gives the form its initial values, if it is not read here. */
  row?: R;
  /** Returns the values that a row gives the form, if they are not the row's own. */
  valuesOf?: (row: R) => object;
  /** Keeps what is typed in the browser until it is saved. Not for forms with secrets. */
  keepsDraft?: boolean;
  /** How values are named when somebody else has changed them meanwhile. */
  mergeTexts?: MergeTexts;
};

const NO_TEXTS: MergeTexts = { labelOf: (path) => path };

/**
 * Refine's useForm with the rules of the console's forms. The record is read when the form opens and never again after
 * the user has typed something; useMerge says what happens to the changes that others save meanwhile. A failed save still
 * warns about unsaved changes. Pressing Enter repeatedly saves once.
 */
export function useForm<V extends object, B extends object = V, R extends BaseRecord = BaseRecord>({
  bodyOf,
  initial,
  successText,
  row,
  valuesOf = (one) => one,
  mergeTexts = NO_TEXTS,
  keepsDraft = false,
  ...props
}: Props<V, B, R>) {
  const { setWarnWhen } = useWarnAboutChange();
  const { current } = useCurrentContext();
  const [isTouched, setTouched] = useState(false);
  const isSent = useRef(false);
  const typed = useRef<V>(undefined);
  const { form, formProps, query, mutation, onFinish } = useRefineForm<R, HttpError, B>({
    warnWhenUnsavedChanges: true,
    ...props,
    redirect: false,
    successNotification: (saved) => {
      const message = saved && typed.current && successText(saved.data, typed.current);
      return message !== undefined && successNotice(message)();
    },
    // Refine resets the inputs whenever the record is read, so the form's cache entry is separate from the page's.
    queryMeta: { isForm: true },
    queryOptions: { enabled: !initial && !isTouched, gcTime: 0, refetchOnWindowFocus: false },
    errorNotification: (failure) => (isConflict(failure) ? false : undefined) as false,
    onMutationError: (failure, ...rest) => {
      setWarnWhen(true);
      if (isConflict(failure)) merge.ask(failure as HttpError);
      else props.onMutationError?.(failure, ...rest);
    },
  });
  const record = query?.data?.data;
  const merge = useMerge<R>({ form, row: row ?? record, valuesOf, texts: mergeTexts });
  const save = async (values: V) => {
    if (isSent.current) return;
    isSent.current = true;
    typed.current = values;
    const body = await bodyOf(values, merge.baseOf());
    // The notification and the fields show why it failed.
    isSent.current = body !== undefined && (await onFinish(merge.versioned(body)).then(Boolean, () => false));
    if (isSent.current) draft.drop();
  };
  const drawn: FormProps = {
    ...FORM_PROPS,
    ...formProps,
    ...(initial && { initialValues: initial }),
    onValuesChange: (...change) => {
      setTouched(true);
      draft.keep();
      if (!mutation.isPending) isSent.current = false;
      formProps.onValuesChange?.(...change);
    },
    onFinish: (values: V) => void save(values),
  };
  // Fields are rendered only after Refine has set their values. Otherwise it would overwrite what the user types first.
  const [isReady, setReady] = useState(initial !== undefined || props.action !== 'edit');
  useEffect(() => {
    if (record) setReady(true);
  }, [record]);
  const draft = useDraft<R>({
    form,
    // A text for a new row belongs to the context in which it was written.
    name: keepsDraft ? [props.resource, props.action, props.id ?? current?.id].join(':') : undefined,
    isReady,
    baseOf: merge.baseOf,
    onRestored: (typedOver) => {
      merge.rebase(typedOver);
      setTouched(true);
      setWarnWhen(true);
    },
  });
  // The next form starts without unsaved changes.
  useEffect(() => () => setWarnWhen(false), [setWarnWhen]);
  return { form, formProps: drawn, query, record, isReady, isSaving: mutation.isPending, merge, draft };
}
