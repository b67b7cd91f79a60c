import {
  Button,
  Form,
  type FormInstance,
  type FormItemProps,
  type FormProps,
  type FormRule,
  type InputProps,
} from 'antd';
import Input from 'antd/es/input/Input';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { PasswordInput } from '../../../components/password-input.tsx';
import { HttpError } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { i18n } from '../../../providers/i18n.ts';
import { PasswordParts } from './password-parts.tsx';

/** Loads the server's validation rules. Call it when the user starts to type, so that they are ready for the submit. */
export function loadRules() {
  return Promise.all([import('../../../../shared/rules.ts'), import('../../../../shared/form-messages.ts')]);
}

/** Returns the message for the first error in a value; undefined if the server would accept the value. */
async function messageOf(field: string, value: unknown): Promise<string | undefined> {
  const [rules, { formMessage }] = await loadRules();
  const shape: Record<string, z.ZodType> = rules.registerBody.shape;
  const issue = shape[field]?.safeParse(value ?? '').error?.issues[0];
  if (!issue) return undefined;
  const { code, values } = formMessage(issue);
  return i18n.t([`validation.${code}`, 'validation.invalid'], values);
}

// The rules are functions because their messages are loaded with the page, later than this module.
export const requiredRule: FormRule = () => ({
  required: true,
  whitespace: true,
  message: i18n.t('validation.required'),
});

export const emailRule: FormRule = () => ({
  type: 'email',
  message: i18n.t('validation.invalid_email'),
  transform: (value?: string) => value?.trim(),
});

/** Returns a rule that checks a field as the server does for a registration. Other forms have the same rules. */
export const bodyRule = (field: string): FormRule => ({
  validator: async (_, value: unknown) => {
    const message = await messageOf(field, value);
    if (message) throw new Error(message);
  },
});

interface AuthFieldProps extends Omit<FormItemProps, 'children'> {
  name: string;
  /** Shown opposite the label: a link, or "opcional". Comes after the input in the tab order. */
  aside?: ReactNode;
  children: ReactElement;
}

/** A form field that shows only the first error of its value. */
export function AuthField({ aside, ...item }: AuthFieldProps) {
  return (
    <div className="auth-field">
      <Form.Item validateFirst {...item} />
      {aside && <div className="auth-aside">{aside}</div>}
    </div>
  );
}

/** Stops browsers from capitalizing, correcting and spell-checking inputs that are not prose. */
export const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Input for an e-mail address. `rules` replaces the default rules (required, valid address). */
export function EmailField({ label, rules, ...input }: InputProps & { label: string; rules?: FormItemProps['rules'] }) {
  return (
    <AuthField name="email" label={label} required rules={rules ?? [requiredRule, emailRule]}>
      <Input size="large" name="email" type="email" inputMode="email" {...VERBATIM} {...input} />
    </AuthField>
  );
}

interface PasswordFieldProps extends Omit<AuthFieldProps, 'children'> {
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
}

/** Input for a password, with a button that shows or hides it. */
export function PasswordField({ autoComplete, autoFocus, ...item }: PasswordFieldProps) {
  return (
    <AuthField required {...item}>
      <PasswordInput size="large" name={item.name} autoComplete={autoComplete} autoFocus={autoFocus} {...VERBATIM} />
    </AuthField>
  );
}

function NewPasswordParts() {
  const password = Form.useWatch<string | undefined>('password');
  return <PasswordParts password={password ?? ''} />;
}

/** Input for a new password. Lists the requirements for it and marks those that are met. */
export const NewPasswordField = (props: { label: string; autoFocus?: boolean }) => (
  <PasswordField
    {...props}
    name="password"
    rules={[requiredRule, bodyRule('password')]}
    autoComplete="new-password"
    extra={<NewPasswordParts />}
  />
);

export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button size="large" type="primary" htmlType="submit" block loading={isBusy} aria-busy={isBusy}>
      {children}
    </Button>
  );
}

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
