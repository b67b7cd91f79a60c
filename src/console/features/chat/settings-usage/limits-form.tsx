import { Button, Form, Input, InputNumber, Radio, Switch } from 'antd';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { wayToPerson } from '../../../../shared/appearance.ts';
import {
  LIMIT_KINDS,
  type LimitsInput,
  limitsInput,
  type LimitsRecord,
  WITHOUT_CREDITS,
} from '../../../../shared/limits.ts';
import { FormField } from '../../../components/form-field.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { changedLimits, LIMITS, OWN_SENTENCES, useTakeLimits } from '../pause/limits.ts';

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

function Field({ path, ...field }: Omit<ComponentProps<typeof FormField>, 'schema'> & { path: Path }) {
  return <FormField {...field} name={[...path]} schema={ruleOf(path)} />;
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
function Amounts() {
  const { t } = useTranslation();
  const canShare = useAllowed('credit-limits', 'edit');
  const amount = (name: 'perMinute' | 'daily' | 'monthly' | 'credits', isOff = false) => (
    <Field
      path={[name]}
      label={t(`limits.fields.${name}`)}
      extra={t(`limits.hints.${isOff ? `${name}Off` : name}`)}
      canBeEmpty={name !== 'perMinute'}
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
function Sentences() {
  const { t } = useTranslation();
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.sentences')}</legend>
      <p>{t('limits.parts.sentencesText')}</p>
      <Field path={['defaultMessage']} label={t('limits.fields.defaultMessage')} canBeEmpty>
        <Sentence placeholder={t('chat.default_message')} />
      </Field>
      {LIMIT_KINDS.map((kind) => (
        <Field key={kind} path={['messages', kind]} label={t(`limits.fields.messages.${kind}`)} canBeEmpty>
          <Sentence placeholder={t(OWN_SENTENCES[kind])} />
        </Field>
      ))}
    </fieldset>
  );
}

/** Where a visitor finds a person. */
function Person() {
  const { t } = useTranslation();
  return (
    <fieldset className="limits-part">
      <legend>{t('limits.parts.person')}</legend>
      <p>{t('limits.parts.personText')}</p>
      <div className="form-row">
        <Field path={['person', 'whatsapp']} label={t('limits.fields.person.whatsapp')} canBeEmpty>
          <Input type="tel" placeholder="55 11 91234-5678" />
        </Field>
        <Field path={['person', 'email']} label={t('limits.fields.person.email')} canBeEmpty>
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

/** What is sent of what was typed. */
function written(values: Partial<LimitsInput>, record: LimitsRecord): Partial<LimitsInput> {
  const { defaultMessage, messages } = limitsInput.pick({ defaultMessage: true, messages: true }).parse(values);
  const { email, whatsapp } = values.person ?? record.person;
  return { ...values, defaultMessage, messages, person: { email: email.trim(), whatsapp: asWhatsapp(whatsapp) } };
}

/** The limits of a context, its sentences and its mails, to be changed. */
export function LimitsForm({ record }: { record: LimitsRecord }) {
  const { t } = useTranslation();
  const takeLimits = useTakeLimits();
  const { contextId, use: _, deactivatedUntil: __, ...initial } = record;
  const { formProps, isSaving } = useFormCall<Partial<LimitsInput>, LimitsRecord>({
    url: LIMITS,
    method: 'put',
    initial,
    bodyOf: (values) => ({ contextId, ...changedLimits(record, written(values, record)) }),
    said: () => t('limits.saved'),
    onSaved: takeLimits,
    isGuarded: true,
  });
  return (
    <Form {...formProps} className="limits-form">
      <Amounts />
      <Sentences />
      <Person />
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
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {t('limits.save')}
      </Button>
      <UnsavedGuard />
    </Form>
  );
}
