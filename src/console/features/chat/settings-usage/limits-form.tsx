import { useWarnAboutChange } from '@refinedev/core';
import { Button, Form, type FormInstance, Input, InputNumber, Radio, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { wayToPerson } from '../../../../shared/appearance.ts';
import {
  LIMIT_KINDS,
  limitsInput,
  WITHOUT_CREDITS,
  type LimitsInput,
  type LimitsRecord,
} from '../../../../shared/limits.ts';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import '../../../components/form.css';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { OWN_SENTENCES, useSaveLimits } from '../pause/limits.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

type Path = readonly string[];
const SENTENCE_MAX = 500;

/** A telephone number in any of the ways in which people write one. */
const typedNumber = wayToPerson.shape.whatsapp.or(z.string().regex(/^\+?[\d\s().-]{10,24}$/));

/** The rule of one field of the limits, by its path. */
function ruleOf(path: Path) {
  const [name, part] = path as [keyof LimitsInput, string | undefined];
  if (name === 'person') return part === 'email' ? wayToPerson.shape.email : typedNumber;
  const messages: Record<string, typeof limitsInput.shape.defaultMessage> = limitsInput.shape.messages.shape;
  return (part && messages[part]) || limitsInput.shape[name];
}

function Field(props: {
  form: FormInstance;
  path: Path;
  label: string;
  hint?: string;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { form, path } = props;
  const { t } = useTranslation();
  const validate = async (_: unknown, value: unknown) => {
    const message = messageOf(t, ruleOf(path), value, props.isOptional);
    if (message) throw new Error(message);
  };
  const judge = () => {
    const value: unknown = form.getFieldValue([...path]);
    if (value !== null && value !== '') void form.validateFields([[...path]]).catch(() => undefined);
  };
  return (
    <div onBlur={judge}>
      <Form.Item
        className="form-field"
        name={[...path]}
        label={props.label}
        extra={props.hint}
        rules={[{ validator: validate }]}
      >
        {props.children}
      </Form.Item>
    </div>
  );
}

const Sentence = (props: { placeholder: string; value?: string; onChange?: (value: string) => void; id?: string }) => (
  <Input.TextArea
    {...props}
    onChange={({ target }) => props.onChange?.(target.value)}
    count={{ max: SENTENCE_MAX }}
    autoSize={{ minRows: 1, maxRows: 5 }}
  />
);

/** How much is answered. */
function Amounts({ form }: { form: FormInstance }) {
  const { t } = useTranslation();
  const canShare = useAllowed('credit-limits', 'edit');
  const amount = (name: 'perMinute' | 'daily' | 'monthly' | 'credits', isOff = false) => (
    <Field
      form={form}
      path={[name]}
      label={t(`limits.fields.${name}`)}
      hint={t(`limits.hints.${isOff ? `${name}Off` : name}`)}
      isOptional={name !== 'perMinute'}
    >
      <InputNumber<number>
        disabled={isOff}
        precision={name === 'credits' ? undefined : 0}
        decimalSeparator=","
        placeholder={name === 'perMinute' ? undefined : t(`limits.none.${name}`)}
      />
    </Field>
  );
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.amounts')}</legend>
      <div className="form-row">
        {amount('daily')}
        {amount('monthly')}
      </div>
      <div className="form-row">
        {amount('perMinute')}
        {amount('credits', !canShare)}
      </div>
    </fieldset>
  );
}

/** What visitors read. */
function Sentences({ form }: { form: FormInstance }) {
  const { t } = useTranslation();
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.sentences')}</legend>
      <p>{t('limits.parts.sentencesText')}</p>
      <Field form={form} path={['defaultMessage']} label={t('limits.fields.defaultMessage')} isOptional>
        <Sentence placeholder={t('chat.default_message')} />
      </Field>
      {LIMIT_KINDS.map((kind) => (
        <Field key={kind} form={form} path={['messages', kind]} label={t(`limits.fields.messages.${kind}`)} isOptional>
          <Sentence placeholder={t(OWN_SENTENCES[kind])} />
        </Field>
      ))}
    </fieldset>
  );
}

/** Where a visitor finds a person. */
function Person({ form }: { form: FormInstance }) {
  const { t } = useTranslation();
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.person')}</legend>
      <p>{t('limits.parts.personText')}</p>
      <div className="form-row">
        <Field form={form} path={['person', 'whatsapp']} label={t('limits.fields.person.whatsapp')} isOptional>
          <Input type="tel" placeholder="55 11 91234-5678" />
        </Field>
        <Field form={form} path={['person', 'email']} label={t('limits.fields.person.email')} isOptional>
          <Input type="email" placeholder="atendimento@suaempresa.com.br" />
        </Field>
      </div>
    </fieldset>
  );
}

/** What goes on when the credits are used up. */
function WithoutCredits() {
  const { t } = useTranslation();
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.withoutCredits')}</legend>
      <p>{t('limits.parts.withoutCreditsText')}</p>
      <Form.Item className="form-field" name="withoutCredits" label={t('limits.fields.withoutCredits')}>
        <Radio.Group
          className="limits-choice"
          options={WITHOUT_CREDITS.map((value) => ({ value, label: t(`limits.withoutCredits.${value}`) }))}
        />
      </Form.Item>
    </fieldset>
  );
}

/** A number as it is typed, with the country's code where it was left out. */
function asWhatsapp(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}

/** The limits of a context, its sentences and its mails, to be changed. */
export function LimitsForm({ record }: { record: LimitsRecord }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<LimitsInput>();
  const { save, isBusy } = useSaveLimits(record);
  const { setWarnWhen } = useWarnAboutChange();
  const { contextId: _, use: __, deactivatedUntil: ___, ...initial } = record;
  const onSave = async (values: LimitsInput) => {
    setWarnWhen(false);
    try {
      const { defaultMessage, messages } = limitsInput.pick({ defaultMessage: true, messages: true }).parse(values);
      const { email, whatsapp } = values.person ?? record.person;
      const person = { email: email.trim(), whatsapp: asWhatsapp(whatsapp) };
      await save({ ...values, defaultMessage, messages, person }, t('limits.saved'));
    } catch (failure) {
      setWarnWhen(true);
      form.setFields(
        errorsOf(failure).map(({ field, message }) => ({ name: field.split('.') as never, errors: [message] })),
      );
    }
  };
  return (
    <Form
      className="limits-form"
      form={form}
      layout="vertical"
      initialValues={initial}
      validateTrigger={[]}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => void onSave(values)}
      onValuesChange={() => setWarnWhen(true)}
    >
      <Amounts form={form} />
      <Sentences form={form} />
      <Person form={form} />
      <WithoutCredits />
      <fieldset className="limits-part">
        <legend>{t('limits.parts.notify')}</legend>
        <Form.Item
          className="form-field form-toggle"
          name="notify"
          valuePropName="checked"
          label={t('limits.fields.notify')}
          extra={t('limits.hints.notify')}
        >
          <Switch />
        </Form.Item>
      </fieldset>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('limits.save')}
      </Button>
      <UnsavedGuard />
    </Form>
  );
}
