import { useForm as useRefineForm, type UseFormProps } from '@refinedev/antd';
import { type BaseRecord, type HttpError, useWarnAboutChange } from '@refinedev/core';
import type { FormProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { successNotice } from './notices.ts';

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
};

/**
 * Refine's useForm with the rules of the console's forms. The record is read when the form opens and never again after
 * the user has typed something. A failed save still warns about unsaved changes. Pressing Enter repeatedly saves once.
 */
export function useForm<V extends object, B extends object = V, R extends BaseRecord = BaseRecord>({
  bodyOf,
  initial,
  successText,
  ...props
}: Props<V, B, R>) {
  const { setWarnWhen } = useWarnAboutChange();
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
    onMutationError: (...failed) => {
      setWarnWhen(true);
      props.onMutationError?.(...failed);
    },
  });
  const record = query?.data?.data;
  const save = async (values: V) => {
    if (isSent.current) return;
    isSent.current = true;
    typed.current = values;
    const body = await bodyOf(values, record);
    // The notification and the fields show why it failed.
    isSent.current = body !== undefined && (await onFinish(body).then(Boolean, () => false));
  };
  const drawn: FormProps = {
    ...FORM_PROPS,
    ...formProps,
    ...(initial && { initialValues: initial }),
    onValuesChange: (...change) => {
      setTouched(true);
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
  // The next form starts without unsaved changes.
  useEffect(() => () => setWarnWhen(false), [setWarnWhen]);
  return { form, formProps: drawn, query, record, isReady, isSaving: mutation.isPending };
}
