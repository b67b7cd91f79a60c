import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Form, type FormItemProps, type InputProps } from 'antd';
// Not by antd's Input, which brings its text area and search field along.
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import type { ReactElement, ReactNode } from 'react';
import { hidePassword, showPassword } from '../../../../../locales/pt-BR/console.json';
import { emailRule, requiredRule } from './body-rules.ts';
import { PasswordParts } from './password-parts.tsx';

interface AuthFieldProps extends Omit<FormItemProps, 'children'> {
  name: string;
  /** Opposite the label: a link, or "opcional". After the input in the order of the keyboard. */
  aside?: ReactNode;
  children: ReactElement;
}

/** A field that says one thing at a time about its value. */
export function AuthField({ aside, ...item }: AuthFieldProps) {
  return (
    <div className="auth-field">
      <Form.Item validateFirst {...item} />
      {aside && <div className="auth-aside">{aside}</div>}
    </div>
  );
}

/** What keeps browsers from "correcting" what is no prose. */
export const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** An e-mail address; `rules` stand in for the usual ones. */
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
  /** Shows the parts of the rule as they are met. */
  withParts?: boolean;
}

const eyeOf = (isShown: boolean) => (
  <button type="button" aria-label={isShown ? hidePassword : showPassword} aria-pressed={isShown}>
    {isShown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
  </button>
);

function PartsOf({ field }: { field: string }) {
  const password = Form.useWatch<string | undefined>(field);
  return <PasswordParts password={password ?? ''} />;
}

/** A password that can be shown. */
export function PasswordField({ autoComplete, autoFocus, withParts, ...item }: PasswordFieldProps) {
  const parts = withParts ? <PartsOf field={item.name} /> : undefined;
  return (
    <AuthField required extra={parts} {...item}>
      <Password
        size="large"
        name={item.name}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        iconRender={eyeOf}
        {...VERBATIM}
      />
    </AuthField>
  );
}

/** The one button of a form. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button size="large" type="primary" htmlType="submit" block loading={isBusy} aria-busy={isBusy}>
      {children}
    </Button>
  );
}
