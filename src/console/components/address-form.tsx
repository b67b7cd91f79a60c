import { Button, Flex, Form, type FormInstance, Input, type InputProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { withScheme } from '../../../resources/kit/field.ts';
import { webAddress } from '../../../resources/kit/schema.ts';
import { FormField } from './form-field.tsx';
import { FORM_PROPS } from './use-form.ts';

interface AddressValues {
  url: string;
}

/** A form for one web address, typed with or without a scheme. `onSubmit` receives it with one. */
export function AddressForm(props: {
  label: string;
  isLabelHidden?: boolean;
  placeholder: string;
  initial?: string;
  isFocused?: boolean;
  size?: 'large';
  isBusy: boolean;
  /** The button's text, which may depend on the address. */
  action: (address: string) => string;
  hint?: (address: string) => string;
  isPrimary?: boolean;
  onSubmit: (address: string, form: FormInstance<AddressValues>) => unknown;
}) {
  const { label, isLabelHidden = false, initial = '', size } = props;
  const [form] = Form.useForm<AddressValues>();
  const name = useId();
  const address = withScheme(Form.useWatch('url', form) ?? initial);
  const submit = () => {
    form.setFieldValue('url', address);
    props.onSubmit(address, form);
  };
  const button = (
    <Button type={props.isPrimary ? 'primary' : 'default'} size={size} htmlType="submit" loading={props.isBusy}>
      {props.action(address)}
    </Button>
  );
  return (
    <Form {...FORM_PROPS} name={name} form={form} initialValues={{ url: initial }} onFinish={submit}>
      <FormField
        name="url"
        schema={webAddress()}
        label={isLabelHidden ? undefined : label}
        extra={props.hint?.(address)}
      >
        <AddressInput
          size={size}
          autoFocus={props.isFocused}
          button={button}
          placeholder={props.placeholder}
          aria-label={isLabelHidden ? label : undefined}
        />
      </FormField>
    </Form>
  );
}

function AddressInput({ button, ...input }: InputProps & { button: ReactNode }) {
  return (
    <Flex gap={8} wrap>
      <Input {...input} inputMode="url" autoCapitalize="none" spellCheck={false} style={{ flex: '1 1 240px' }} />
      {button}
    </Flex>
  );
}
