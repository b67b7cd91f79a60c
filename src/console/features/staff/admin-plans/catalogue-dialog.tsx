import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { Modal } from '../../../components/modal.tsx';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import '../../../components/form.css';

/** The form of a plan or a pack: checked by its schema, and what the call refuses stands under its field. */
export function CatalogueDialog<V extends object>(props: {
  title: string;
  initial: Partial<V>;
  isBusy: boolean;
  save: (values: V) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<V>();
  const finish = async (values: V) => {
    try {
      await props.save(values);
      notify({ type: 'success', message: t('plan-catalogue.saved') });
      props.onClose();
    } catch (failure) {
      const faults = errorsOf(failure).map(({ field, message }) => ({ name: field as never, errors: [message] }));
      if (faults.length > 0) form.setFields(faults);
      else void showFailure(failure);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={props.title}
      onCancel={props.onClose}
      okText={t('plan-catalogue.save')}
      confirmLoading={props.isBusy}
      onOk={() => form.submit()}
    >
      <Form<V>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={[]}
        initialValues={props.initial}
        onFinish={(values) => void finish(values)}
      >
        {props.children}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** One field of it, with its label and its check. */
export function CatalogueField(props: {
  name: string;
  label: string;
  hint?: string;
  schema: z.ZodType;
  isSwitch?: boolean;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { name, label, hint, schema, isSwitch, isOptional = false } = props;
  return (
    <Form.Item
      className={isSwitch ? 'form-field form-toggle' : 'form-field'}
      name={name}
      label={label}
      extra={hint}
      valuePropName={isSwitch ? 'checked' : 'value'}
      rules={[
        {
          validator: async (_: unknown, value: unknown) => {
            const message = messageOf(t, schema, value, isOptional);
            if (message) throw new Error(message);
          },
        },
      ]}
    >
      {props.children}
    </Form.Item>
  );
}

interface NumberProps {
  id?: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
}

/** Typed in reais, kept in centavos. */
export const Reais = ({ id, value, onChange }: NumberProps) => (
  <InputNumber<number>
    id={id}
    prefix="R$"
    precision={2}
    decimalSeparator=","
    value={typeof value === 'number' ? value / 100 : null}
    onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * 100))}
  />
);

/** A count; credits may have decimals. */
export const Amount = ({ id, value, onChange, precision = 0 }: NumberProps & { precision?: number }) => (
  <InputNumber<number>
    id={id}
    precision={precision === 0 ? 0 : undefined}
    decimalSeparator=","
    value={value ?? null}
    onChange={(typed) => onChange?.(typed)}
  />
);
