import { Form, type FormItemProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { isEmpty, messageOf } from './field-errors.ts';
import './form.css';

type Props = Omit<FormItemProps, 'rules' | 'required'> & {
  schema: z.ZodType;
  /** Shows “(opcional)” beside the label. */
  isOptional?: boolean;
  canBeEmpty?: boolean;
  /** Places the input beside the label. */
  isSwitch?: boolean;
};

/**
 * antd's Form.Item, validated by a schema. An empty input is validated only on submit, so that tabbing through a new form
 * shows no errors.
 */
export function FormField({ schema, isOptional = false, canBeEmpty = isOptional, isSwitch, label, ...item }: Props) {
  const { t } = useTranslation();
  const check = (value: unknown) => {
    const message = messageOf(t, schema, value, canBeEmpty);
    return message ? Promise.reject(new Error(message)) : Promise.resolve();
  };
  return (
    <Form.Item
      {...item}
      className={isSwitch ? 'form-field form-toggle' : 'form-field'}
      label={
        isOptional ? (
          <>
            {label}
            <span className="form-optional"> {t('resource.optional')}</span>
          </>
        ) : (
          label
        )
      }
      validateFirst
      validateTrigger="onBlur"
      rules={[
        { validateTrigger: 'onBlur', validator: (_, value) => (isEmpty(value) ? Promise.resolve() : check(value)) },
        { validateTrigger: [], validator: (_, value) => check(value) },
      ]}
    />
  );
}
