import { Form, type FormItemProps } from 'antd';
import { useRef } from 'react';
import type { z } from 'zod';
import { t } from '../providers/i18n.ts';
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
 * shows no errors, and from then on also on blur, so that leaving the input does not hide what the submit has found.
 */
export function FormField({ schema, isOptional = false, canBeEmpty = isOptional, isSwitch, label, ...item }: Props) {
  const isSubmitted = useRef(false);
  const check = (value: unknown) => {
    const message = messageOf(schema, value, canBeEmpty);
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
        {
          validateTrigger: 'onBlur',
          validator: (_, value) => (isEmpty(value) && !isSubmitted.current ? Promise.resolve() : check(value)),
        },
        {
          validateTrigger: [],
          validator: (_, value) => {
            isSubmitted.current = true;
            return check(value);
          },
        },
      ]}
    />
  );
}
