import { Form, type FormInstance, type FormProps } from 'antd';
import { useRef, useState } from 'react';
import { HttpError } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';

export type Values = Record<string, string>;

export interface AuthFormState {
  form: FormInstance<Values>;
  isBusy: boolean;
  /** For antd's Form. */
  props: FormProps<Values>;
  /** Shows sentences at fields and focuses the first of them. */
  showErrors: (errors: Record<string, string>) => void;
}

/** Returns the sentences of a refused call about fields that the form has. */
function errorsOf(failure: unknown, fields: readonly string[]): Record<string, string> {
  const errors = Object.entries((failure instanceof HttpError && failure.errors) || {});
  const known = errors.filter(([field]) => fields.includes(field));
  return Object.fromEntries(known.map(([field, [message = '']]) => [field, message]));
}

/**
 * A form of the sign-in pages, checked as a whole when it is sent. What the server refuses about a field is shown at the
 * field; any other failure is a toast.
 */
export function useAuthForm(send: (values: Values) => Promise<void>): AuthFormState {
  const [form] = Form.useForm<Values>();
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const showErrors = (errors: Record<string, string>) => {
    form.setFields(Object.entries(errors).map(([name, message]) => ({ name, errors: [message] })));
    const first = Object.keys(form.getFieldsValue()).find((name) => errors[name]);
    if (first) form.focusField(first);
  };
  const onFinish = async (values: Values) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await send(values);
    } catch (failure) {
      const errors = errorsOf(failure, Object.keys(values));
      if (Object.keys(errors).length > 0) showErrors(errors);
      else void showFailure(failure);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };
  const props: FormProps<Values> = {
    form,
    layout: 'vertical',
    noValidate: true,
    validateTrigger: 'onSubmit',
    // An error goes with the next letter typed, wherever it came from.
    onValuesChange: (changed) => form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] }))),
    onFinish: (values) => void onFinish(values),
    onFinishFailed: ({ errorFields }) => errorFields[0] && form.focusField(errorFields[0].name),
  };
  return { form, isBusy, props, showErrors };
}
