import { useForm as useRefineForm, type UseFormProps } from '@refinedev/antd';
import { type BaseRecord, type HttpError, useWarnAboutChange } from '@refinedev/core';
import type { FormProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureNotice, successNotice } from './notices.ts';

/** How every form looks, and when it is checked: as it is saved. */
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
  /** What the form begins with; the record is not read then. */
  initial?: Partial<V>;
  /** What is sent of the values typed, given the record as it was read; undefined sends nothing. */
  bodyOf: (values: V, record: R | undefined) => B | undefined | Promise<B | undefined>;
  /** The sentence when it is saved. */
  said: (saved: R, values: V) => string;
};

/**
 * Refine's useForm as the console's forms are: the record is read as it is when the form opens and never again below what is
 * being typed, a refused save goes on warning of unsaved changes, and a save is sent once, however often Enter is struck.
 */
export function useForm<V extends object, B extends object = V, R extends BaseRecord = BaseRecord>({
  bodyOf,
  initial,
  said,
  ...props
}: Props<V, B, R>) {
  const { t } = useTranslation();
  const { setWarnWhen } = useWarnAboutChange();
  const [isTouched, setTouched] = useState(false);
  const isSent = useRef(false);
  const typed = useRef<V>(undefined);
  const { form, formProps, query, mutation, onFinish } = useRefineForm<R, HttpError, B>({
    warnWhenUnsavedChanges: true,
    errorNotification: failureNotice(t),
    ...props,
    redirect: false,
    successNotification: (saved) => {
      if (!saved || !typed.current) return false;
      return successNotice(said(saved.data, typed.current))();
    },
    // Refine resets the inputs whenever the record is read: a form has its own copy of it, apart from the page's.
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
    // Why it failed is told by the notification and at the fields.
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
  // Its fields are drawn once Refine has set them: until then they would show, and take, what is reset a moment later.
  const [isReady, setReady] = useState(initial !== undefined || props.action !== 'edit');
  useEffect(() => {
    if (record) setReady(true);
  }, [record]);
  // The next form begins with nothing to lose.
  useEffect(() => () => setWarnWhen(false), [setWarnWhen]);
  return { form, formProps: drawn, query, record, isReady, isSaving: mutation.isPending };
}
