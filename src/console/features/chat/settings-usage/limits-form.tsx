import { Button, Card, Form, Input, Switch, Typography } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { z } from 'zod';
import { personContact } from '../../../../shared/appearance.ts';
import { changedValues } from '../../../../shared/changes.ts';
import {
  LIMIT_KINDS,
  type LimitsInput,
  limitsInput,
  type LimitsRecord,
  WITHOUT_CREDITS,
} from '../../../../shared/limits.ts';
import { isWhatsapp, whatsappDigits } from '../../../../shared/whatsapp.ts';
import { Choices } from '../../../components/choices.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { i18n, t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { LIMITS, OWN_SENTENCES, useTakeLimits } from '../pause/limits.ts';
import { FoundContactNotice } from './found-contact.tsx';

type LimitPath = readonly string[];
const SENTENCE = { count: { max: 500 }, autoSize: { minRows: 1, maxRows: 5 } };

/** Accepts a phone number as people write it, with spaces, dashes and parentheses. */
const typedNumber = z
  .string()
  .trim()
  .refine(isWhatsapp, { params: { code: 'invalid_whatsapp' } });

function ruleOf(path: LimitPath) {
  const [name, part] = path as [keyof LimitsInput, string | undefined];
  if (name === 'person') return part === 'email' ? personContact.shape.email : typedNumber;
  const messages: Record<string, typeof limitsInput.shape.defaultMessage> = limitsInput.shape.messages.shape;
  return (part && messages[part]) || limitsInput.shape[name];
}

function Field({ path, ...field }: Omit<ComponentProps<typeof FormField>, 'schema'> & { path: LimitPath }) {
  return <FormField {...field} name={[...path]} schema={ruleOf(path)} />;
}

type LimitsValues = Omit<LimitsInput, 'deactivatedUntil'>;
const valuesOf = ({ contextId: _, use: __, version: ___, deactivatedUntil: ____, ...limits }: LimitsRecord) => limits;

function normalized(values: LimitsValues): LimitsValues {
  const { defaultMessage, messages } = limitsInput.pick({ defaultMessage: true, messages: true }).parse(values);
  const { email, whatsapp } = values.person;
  return { ...values, defaultMessage, messages, person: { email: email.trim(), whatsapp: whatsappDigits(whatsapp) } };
}

interface LimitsPartProps {
  record: LimitsRecord;
}

/** One subject of the limits: a form of its own, which sends only the fields in it. */
function Part({ name, record, children }: LimitsPartProps & { name: string; children: ReactNode }) {
  const takeLimits = useTakeLimits();
  const { contextId } = record;
  const title = t(`limits.parts.${name}`);
  const text = `limits.parts.${name}Text`;
  const show = (path: string, value: unknown) => {
    if (path === 'withoutCredits') return t(`limits.withoutCredits.${String(value)}`);
    return value === null ? t(`limits.none.${path}`) : undefined;
  };
  const { formProps, isSaving, merge, draft } = useFormCall<Partial<LimitsValues>, LimitsRecord>({
    url: LIMITS,
    method: 'put',
    bodyOf: (values, read = record) => ({
      contextId,
      ...changedValues(normalized({ ...valuesOf(read), ...values }), valuesOf(read)),
    }),
    ...{ row: record, valuesOf, mergeTexts: { labelOf: (path) => t(`limits.fields.${path}`), show } },
    successText: () => t('limits.saved', { part: title }),
    onSaved: takeLimits,
    isGuarded: true,
    draftName: `limits:${contextId}:${name}`,
  });
  return (
    <Card role="group" aria-labelledby={`limits-${name}-title`} className="limits-part part-gap">
      <Form {...formProps} name={`limits-${name}`}>
        <Typography.Title level={2} id={`limits-${name}-title`}>
          {title}
        </Typography.Title>
        {i18n.exists(text) && <Typography.Text type="secondary">{t(text)}</Typography.Text>}
        {draft.notice}
        {children}
        <Button className="phone-wide" htmlType="submit" loading={isSaving}>
          {t('limits.save')}
        </Button>
        {merge.dialog}
      </Form>
    </Card>
  );
}

function Amounts({ record }: LimitsPartProps) {
  const canShare = useAllowed('credit-limits', 'edit');
  const amount = (name: 'perMinute' | 'daily' | 'monthly' | 'credits', isOff = false) => (
    <Field
      path={[name]}
      label={t(`limits.fields.${name}`)}
      extra={t(`limits.hints.${isOff ? `${name}Off` : name}`)}
      canBeEmpty={name !== 'perMinute'}
    >
      <NumberInput
        disabled={isOff}
        precision={name === 'credits' ? undefined : 0}
        placeholder={name === 'perMinute' ? undefined : t(`limits.none.${name}`)}
      />
    </Field>
  );
  return (
    <Part name="amounts" record={record}>
      <div className="form-row">
        {amount('daily')}
        {amount('monthly')}
      </div>
      <div className="form-row">
        {amount('perMinute')}
        {amount('credits', !canShare)}
      </div>
    </Part>
  );
}

function Sentences({ record }: LimitsPartProps) {
  return (
    <Part name="sentences" record={record}>
      <Field path={['defaultMessage']} label={t('limits.fields.defaultMessage')} canBeEmpty>
        <Input.TextArea {...SENTENCE} placeholder={t('chat.default_message')} />
      </Field>
      {LIMIT_KINDS.map((kind) => (
        <Field key={kind} path={['messages', kind]} label={t(`limits.fields.messages.${kind}`)} canBeEmpty>
          <Input.TextArea {...SENTENCE} placeholder={t(OWN_SENTENCES[kind])} />
        </Field>
      ))}
    </Part>
  );
}

function Person({ record }: LimitsPartProps) {
  return (
    <Part name="person" record={record}>
      <FoundContactNotice record={record} />
      <div className="form-row">
        <Field path={['person', 'whatsapp']} label={t('limits.fields.person.whatsapp')} canBeEmpty>
          <Input type="tel" placeholder="55 11 91234-5678" />
        </Field>
        <Field path={['person', 'email']} label={t('limits.fields.person.email')} canBeEmpty>
          <Input type="email" placeholder="atendimento@suaempresa.com.br" />
        </Field>
      </div>
      <Field
        path={['takesMessages']}
        isSwitch
        label={t('limits.fields.takesMessages')}
        extra={t('limits.hints.takesMessages')}
      >
        <Switch />
      </Field>
    </Part>
  );
}

function Credits({ record }: LimitsPartProps) {
  return (
    <Part name="withoutCredits" record={record}>
      <Form.Item className="form-field" name="withoutCredits" label={t('limits.fields.withoutCredits')}>
        <Choices options={WITHOUT_CREDITS.map((value) => ({ value, label: t(`limits.withoutCredits.${value}`) }))} />
      </Form.Item>
    </Part>
  );
}

function Notices({ record }: LimitsPartProps) {
  return (
    <Part name="notify" record={record}>
      <Field path={['notify']} isSwitch label={t('limits.fields.notify')} extra={t('limits.hints.notify')}>
        <Switch />
      </Field>
    </Part>
  );
}

/** The limits of a context by subject, each with its own save. */
export const LimitsForms = ({ record }: LimitsPartProps) => (
  <>
    <Amounts record={record} />
    <Sentences record={record} />
    <Person record={record} />
    <Credits record={record} />
    <Notices record={record} />
    <UnsavedGuard />
  </>
);
