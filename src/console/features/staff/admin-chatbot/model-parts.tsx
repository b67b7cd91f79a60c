import { AutoComplete, Form, Input, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { withScheme } from '../../../../../resources/kit/field.ts';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import { FIRST_TOKEN_SECONDS, MODEL_KINDS } from '../../../../shared/model-kinds.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { formatDecimal } from './format-cost.ts';
import { KeyList } from './key-list.tsx';
import { knownNames, providersOf } from './known-models.ts';
import { ModelField, ModelPart, TemperatureInput, TokensInput } from './model-field.tsx';
import type { ModelValues } from './model-values.ts';
import { PricePart } from './price-part.tsx';

interface PartProps {
  values: ModelValues;
  record?: ModelRecord;
}

/** What identifies a model at its provider. */
function ProviderFields({ values, record }: PartProps) {
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
    <>
      <div className="form-row">
        <ModelField path="kind" hint={isUsed ? t('models.kindInUse') : undefined}>
          <ChoiceSelect options={MODEL_KINDS.map(optionOf('kind'))} disabled={isUsed} />
        </ModelField>
        <ModelField path="provider">
          <ChoiceSelect options={providersOf(values.kind).map(optionOf('provider'))} />
        </ModelField>
      </div>
      <ModelField path="modelName">
        <AutoComplete options={names.map((value) => ({ value }))} placeholder={names[0]} />
      </ModelField>
      {values.provider === 'openai-compatible' && (
        <div onBlur={completeAddress}>
          <ModelField path="baseUrl">
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://llm.empresa.com.br/v1"
            />
          </ModelField>
        </div>
      )}
    </>
  );
}

const AnswerPart = ({ values }: PartProps) => (
  <ModelPart name="answer">
    <ModelField path="temperature">
      <TemperatureInput />
    </ModelField>
    <div className="form-row">
      <ModelField path="tokenWindow">
        <TokensInput />
      </ModelField>
      <ModelField path="maxResponseTokens">
        <TokensInput />
      </ModelField>
    </div>
    <ModelField path="firstTokenSeconds" isOptional>
      <NumberInput precision={0} placeholder={String(FIRST_TOKEN_SECONDS[values.provider])} />
    </ModelField>
    <ModelField path="fallsBack" isSwitch>
      <Switch />
    </ModelField>
  </ModelPart>
);

function TextPart({ isEmbedded }: { isEmbedded: boolean }) {
  const { t } = useTranslation();
  const text = (path: string, rows: number, own?: string) => (
    <ModelField path={path} isOptional>
      <Input.TextArea autoSize={{ minRows: rows, maxRows: 12 }} placeholder={own} />
    </ModelField>
  );
  return (
    <ModelPart name="texts">
      {!isEmbedded && text('prompts.answer', 3)}
      {!isEmbedded && text('prompts.classify', 3)}
      {text('defaultMessages.declined', 1, t('chat.default_message'))}
      {text('defaultMessages.error', 1, t('errors.answer_failed'))}
    </ModelPart>
  );
}

/** The fields of a model, in groups. The embedded model only has a name and default messages. */
export function ModelParts({ values, record }: PartProps) {
  const { t } = useTranslation();
  const isEmbedded = values.provider === 'embedded';
  const credits = formatDecimal(EMBEDDED_ANSWER_COST / 1_000);
  return (
    <>
      {isEmbedded && (
        <Typography.Paragraph type="secondary">{t('models.embeddedNote', { credits })}</Typography.Paragraph>
      )}
      <ModelPart name="identity">
        <ModelField path="name">
          <Input data-first autoComplete="off" />
        </ModelField>
        {!isEmbedded && <ProviderFields values={values} record={record} />}
      </ModelPart>
      {!isEmbedded && (
        <>
          <ModelPart name="keys">
            <ModelField path="keys">
              <KeyList masked={record?.keys ?? []} />
            </ModelField>
          </ModelPart>
          <PricePart values={values} />
        </>
      )}
      {!isEmbedded && values.kind === 'chat' && <AnswerPart values={values} />}
      {values.kind === 'chat' && <TextPart isEmbedded={isEmbedded} />}
    </>
  );
}
