import { type BaseRecord, useCustomMutation, useWarnAboutChange } from '@refinedev/core';
import { Form, type FormInstance, type FormProps } from 'antd';
import type { HttpError } from '../http/http-error.ts';
import { markErrors } from './field-errors.ts';
import { successNotice } from './notices.ts';
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

/**
 * Returns a form for a single request that belongs to no resource. Validation errors appear at the fields and in a
 * notification.
 */
export function useFormCall<V extends object, Answer extends BaseRecord = BaseRecord>(props: Props<V, Answer>) {
  const { url, method, bodyOf, successText, isGuarded = false } = props;
  const { setWarnWhen } = useWarnAboutChange();
  const [form] = Form.useForm<V>();
  const { mutate, mutation } = useCustomMutation<Answer, HttpError>();
  const save = (values: V) => {
    setWarnWhen(false);
    mutate(
      {
        url,
        method,
        values: bodyOf(values),
        successNotification: (answer) => answer !== undefined && successNotice(successText(answer.data))(),
      },
      {
        onSuccess: ({ data }) => void props.onSaved?.(data, form),
        onError: (failure) => {
          setWarnWhen(isGuarded);
          markErrors(form, failure);
        },
      },
    );
  };
  const formProps: FormProps = {
    ...FORM_PROPS,
    // Prefixes the ids of the inputs, which must be unique on pages with several forms.
    name: url.slice(1).replace(/\W+/g, '-'),
    form,
    initialValues: props.initial,
    onFinish: (values: V) => mutation.isPending || save(values),
    onValuesChange: () => setWarnWhen(isGuarded),
  };
  return { form, formProps, isSaving: mutation.isPending };
}
