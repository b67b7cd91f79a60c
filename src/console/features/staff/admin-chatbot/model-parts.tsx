import { AutoComplete, Form, Input, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { withScheme } from '../../../../../resources/kit/field.ts';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import { MODEL_KINDS } from '../../../../shared/model-kinds.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { formatDecimal } from './format-cost.ts';
import { KeyList } from './key-list.tsx';
import { knownNames, providersOf } from './known-models.ts';
import { ModelField, TemperatureInput, TokensInput } from './model-field.tsx';
import type { ModelValues } from './model-values.ts';
import { PricePart } from './price-part.tsx';

interface PartProps {
  values: ModelValues;
  record?: ModelRecord;
}

function IdentityPart({ values, record }: PartProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const isUsed = record !== undefined && (record.planIds.length > 0 || record.isSearchModel);
  const optionOf = (field: 'kind' | 'provider') => (value: string) => ({
    value,
    label: t(`models.options.${field}.${value}`),
  });
  const names = knownNames(values.kind, values.provider);
  const completeAddress = () => form.setFieldValue('baseUrl', withScheme(String(form.getFieldValue('baseUrl') ?? '')));
  return (
    <fieldset className="model-part">
      <legend>{t('models.parts.identity')}</legend>
      <ModelField path={['name']}>
        <Input data-first autoComplete="off" />
      </ModelField>
      <div className="form-row">
        <ModelField path={['kind']} hint={isUsed ? t('models.kindInUse') : undefined}>
          <ChoiceSelect options={MODEL_KINDS.map(optionOf('kind'))} disabled={isUsed} />
        </ModelField>
        <ModelField path={['provider']}>
          <ChoiceSelect options={providersOf(values.kind).map(optionOf('provider'))} />
        </ModelField>
      </div>
      <ModelField path={['modelName']}>
        <AutoComplete options={names.map((value) => ({ value }))} placeholder={names[0]} />
      </ModelField>
      {values.provider === 'openai-compatible' && (
        <div onBlur={completeAddress}>
          <ModelField path={['baseUrl']}>
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://llm.empresa.com.br/v1"
            />
          </ModelField>
        </div>
      )}
    </fieldset>
  );
}

function KeyPart({ record }: Pick<PartProps, 'record'>) {
  const { t } = useTranslation();
  return (
    <fieldset className="model-part">
      <legend>{t('models.parts.keys')}</legend>
      <ModelField path={['keys']}>
        <KeyList masked={record?.keys ?? []} />
      </ModelField>
    </fieldset>
  );
}

function AnswerPart() {
  const { t } = useTranslation();
  return (
    <fieldset className="model-part">
      <legend>{t('models.parts.answer')}</legend>
      <ModelField path={['temperature']}>
        <TemperatureInput />
      </ModelField>
      <div className="form-row">
        <ModelField path={['tokenWindow']}>
          <TokensInput />
        </ModelField>
        <ModelField path={['maxResponseTokens']}>
          <TokensInput />
        </ModelField>
      </div>
      <ModelField path={['fallsBack']} isSwitch>
        <Switch />
      </ModelField>
    </fieldset>
  );
}

function TextPart({ isShort }: { isShort?: boolean }) {
  const { t } = useTranslation();
  const text = (path: readonly string[], rows: number, own?: string) => (
    <ModelField path={path} isOptional>
      <Input.TextArea autoSize={{ minRows: rows, maxRows: 12 }} placeholder={own} />
    </ModelField>
  );
  return (
    <fieldset className="model-part">
      <legend>{t('models.parts.texts')}</legend>
      {!isShort && text(['prompts', 'answer'], 3)}
      {!isShort && text(['prompts', 'classify'], 3)}
      {text(['defaultMessages', 'declined'], 1, t('chat.default_message'))}
      {text(['defaultMessages', 'error'], 1, t('errors.answer_failed'))}
    </fieldset>
  );
}

/** The fields of a model, in groups. The embedded model only has a name and default messages. */
export function ModelParts({ values, record }: PartProps) {
  const { t } = useTranslation();
  if (values.provider === 'embedded') {
    const credits = formatDecimal(EMBEDDED_ANSWER_COST / 1_000);
    return (
      <>
        <Typography.Paragraph type="secondary">{t('models.embeddedNote', { credits })}</Typography.Paragraph>
        <fieldset className="model-part">
          <legend>{t('models.parts.identity')}</legend>
          <ModelField path={['name']}>
            <Input data-first autoComplete="off" />
          </ModelField>
        </fieldset>
        <TextPart isShort />
      </>
    );
  }
  return (
    <>
      <IdentityPart values={values} record={record} />
      <KeyPart record={record} />
      <PricePart values={values} />
      {values.kind === 'chat' && <AnswerPart />}
      {values.kind === 'chat' && <TextPart />}
    </>
  );
}
