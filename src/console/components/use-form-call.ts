import { type BaseRecord, useWarnAboutChange } from '@refinedev/core';
import { Form, type FormInstance, type FormProps } from 'antd';
import { useCallback, useEffect, useId } from 'react';
import { markErrors } from './field-errors.ts';
import { useCall } from './use-call.ts';
import { FORM_PROPS } from './use-form.ts';

interface Props<V, Answer> {
  url: string;
  method: 'post' | 'put' | 'patch' | 'delete';
  initial: V;
  bodyOf: (values: V) => object;
  successText: (answer: Answer) => string;
  onSaved?: (answer: Answer, form: FormInstance<V>) => unknown;
  /** Warns about unsaved changes. The page needs an UnsavedGuard. */
  isGuarded?: boolean;
}

/** The guarded forms with unsaved changes. Refine's mark is one for all forms of a page. */
const unsavedForms = new Set<string>();

/**
 * Returns a form for a single request that belongs to no resource. Validation errors appear at the fields and in a
 * notification.
 */
export function useFormCall<V extends object, Answer extends BaseRecord = BaseRecord>(props: Props<V, Answer>) {
  const { url, method, bodyOf, successText, isGuarded = false } = props;
  const { setWarnWhen } = useWarnAboutChange();
  const id = useId();
  const markUnsaved = useCallback(
    (isUnsaved: boolean) => {
      if (!isGuarded) return;
      if (isUnsaved) unsavedForms.add(id);
      else unsavedForms.delete(id);
      setWarnWhen(unsavedForms.size > 0);
    },
    [id, isGuarded, setWarnWhen],
  );
  useEffect(() => () => void markUnsaved(false), [markUnsaved]);
  const [form] = Form.useForm<V>();
  const { call, isBusy } = useCall<Answer>();
  const save = (values: V) => {
    markUnsaved(false);
    call({
      url,
      method,
      values: bodyOf(values),
      successText,
      onSuccess: (answer) => props.onSaved?.(answer, form),
      onError: (failure) => {
        markUnsaved(true);
        markErrors(form, failure);
      },
    });
  };
  const formProps: FormProps = {
    ...FORM_PROPS,
    // Prefixes the ids of the inputs, which must be unique on pages with several forms.
    name: url.slice(1).replace(/\W+/g, '-'),
    form,
    initialValues: props.initial,
    onFinish: (values: V) => isBusy || save(values),
    onValuesChange: () => markUnsaved(true),
  };
  return { form, formProps, isSaving: isBusy };
}
