import { Form, type FormInstance, type FormProps } from 'antd';
import { useRef, useState } from 'react';
import { HttpError } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';

type AuthValues = Record<string, string>;

interface AuthFormState {
  form: FormInstance<AuthValues>;
  isBusy: boolean;
  props: FormProps<AuthValues>;
  /** Shows messages at fields, by field name, and focuses the first of these fields. */
  showErrors: (errors: Record<string, string>) => void;
}

/** Returns the server's error messages for the form's fields, by field name. */
function errorsOf(failure: unknown, fields: readonly string[]): Record<string, string> {
  const errors = Object.entries((failure instanceof HttpError && failure.errors) || {});
  const known = errors.filter(([field]) => fields.includes(field));
  return Object.fromEntries(known.map(([field, [message = '']]) => [field, message]));
}

/**
 * Returns the state of a form on the auth pages. The form is validated when it is submitted. Server errors about a field
 * are shown at the field, all other errors as a toast.
 */
export function useAuthForm(send: (values: AuthValues) => Promise<void>): AuthFormState {
  const [form] = Form.useForm<AuthValues>();
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const showErrors = (errors: Record<string, string>) => {
    form.setFields(Object.entries(errors).map(([name, message]) => ({ name, errors: [message] })));
    const first = Object.keys(form.getFieldsValue()).find((name) => errors[name]);
    if (first) form.focusField(first);
  };
  const onFinish = async (values: AuthValues) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await send(values);
    } catch (failure) {
      const errors = errorsOf(failure, Object.keys(values));
      if (Object.keys(errors).length > 0) showErrors(errors);
      else showFailure(failure);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };
  const props: FormProps<AuthValues> = {
    form,
    layout: 'vertical',
    noValidate: true,
    validateTrigger: 'onSubmit',
    // Typing in a field removes its error, also one from the server.
    onValuesChange: (changed) => form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] }))),
    onFinish: (values) => void onFinish(values),
    onFinishFailed: ({ errorFields }) => errorFields[0] && form.focusField(errorFields[0].name),
  };
  return { form, isBusy, props, showErrors };
}
