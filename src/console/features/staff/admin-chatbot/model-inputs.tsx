import { AutoComplete, Flex, Form, Slider, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { ModelRecord } from '../../../../../resources/models.ts';
import { formatCount, formatMoney, formatNumber } from '../../../../shared/format.ts';
import { FIRST_TOKEN_SECONDS, MODEL_KINDS, type ModelKind, type Provider } from '../../../../shared/model-kinds.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { t } from '../../../providers/i18n.ts';
import { creditPrice, marginOf, tokensAtCost } from './credit-price.ts';
import { formatDecimal } from './format-cost.ts';

interface ModelInputProps<T> {
  id?: string;
  value?: T | null;
  onChange?: (value: T | null) => void;
}

/** Returns the values of the form around an input; an emptied number is null. */
function useValues() {
  const form = Form.useFormInstance<ModelRecord>();
  const watched = Form.useWatch((values) => values as ModelRecord, { form, preserve: true });
  return { form, values: watched ?? (form.getFieldsValue(true) as ModelRecord) };
}

const Hint = ({ children }: { children: ReactNode }) => <div className="ant-form-item-extra">{children}</div>;

/** Choosing a kind also chooses a provider that has it. The kind of a model in use cannot change. */
export function KindInput({ value, onChange, ...props }: ModelInputProps<ModelKind>) {
  const { form, values } = useValues();
  const isUsed = (values.plans ?? []).length > 0 || values.isSearchModel;
  const change = (kind: ModelKind | null) => {
    onChange?.(kind);
    const providers = providersOf(kind ?? 'chat');
    if (!providers.includes(values.provider)) form.setFieldsValue({ provider: providers[0], modelName: '' });
  };
  return (
    <>
      <ChoiceSelect
        {...props}
        options={MODEL_KINDS.map((kind) => ({ value: kind, label: t(`models.options.kind.${kind}`) }))}
        disabled={isUsed || values.provider === 'embedded'}
        value={value}
        onChange={change}
      />
      {isUsed && values.provider !== 'embedded' && <Hint>{t('models.kindInUse')}</Hint>}
    </>
  );
}

export function ProviderInput(props: ModelInputProps<Provider>) {
  const { values } = useValues();
  const isEmbedded = props.value === 'embedded';
  const offered: readonly Provider[] = isEmbedded ? ['embedded'] : providersOf(values.kind);
  const options = offered.map((value) => ({ value, label: t(`models.options.provider.${value}`) }));
  return <ChoiceSelect {...props} options={options} disabled={isEmbedded} />;
}

export function NameInput(props: ModelInputProps<string>) {
  const { values } = useValues();
  const names = knownNames(values.kind, values.provider);
  return <AutoComplete {...props} options={names.map((value) => ({ value }))} placeholder={names[0]} />;
}

/** An amount in reais with at least two decimals. A typed point counts as the decimal comma. */
export const PriceInput = (props: ModelInputProps<number>) => (
  <NumberInput {...props} prefix="R$" placeholder="0,00" step={0.01} />
);

const creditOf = ({ conversionAmount: centavos, conversionCredits }: ModelRecord) =>
  creditPrice(centavos && centavos / 100, conversionCredits);

/** With "R$ 100,00 por 500 créditos = 0,2 real por crédito", updated while the user types. */
export function CreditsInput(props: ModelInputProps<number>) {
  const { values } = useValues();
  const factor = creditOf(values);
  return (
    <>
      <NumberInput {...props} />
      <Hint>
        <span className="figures" aria-live="polite">
          {factor === null
            ? t('models.price.noFactor')
            : t('models.price.factor', {
                amount: formatMoney(values.conversionAmount ?? 0),
                credits: formatDecimal(values.conversionCredits ?? 0),
                factor: formatDecimal(factor),
              })}
        </span>
      </Hint>
    </>
  );
}

/** An integer number of tokens, with thousands separators. */
export const TokensInput = (props: ModelInputProps<number>) => (
  <NumberInput
    {...props}
    precision={0}
    formatter={(value) => String(value ?? '').replace(/\B(?=(\d{3})+$)/g, '.')}
    parser={(typed) => Number((typed ?? '').replace(/\D/g, '')) || (null as unknown as number)}
  />
);

/** With the number of tokens that a credit buys at cost, and the margin for the number in the form. */
export function TokensPerCreditInput({ side, ...props }: ModelInputProps<number> & { side: 'input' | 'output' }) {
  const { values } = useValues();
  const credit = creditOf(values);
  const price = values[`${side}Price`] ?? null;
  const atCost = tokensAtCost(credit, price);
  const margin = atCost === null ? null : marginOf(credit, price, values[`${side}TokensPerCredit`] ?? null);
  const isLoss = margin !== null && margin < 0;
  return (
    <>
      <TokensInput {...props} />
      <Hint>
        {atCost === null
          ? t(price === 0 ? 'models.price.free' : 'models.price.unknown')
          : t(`models.price.atCost.${side}`, { tokens: formatCount(atCost) })}
        {margin !== null && (
          <div>
            <Typography.Text type={isLoss ? 'danger' : undefined}>
              {isLoss && <Icon name="warning" size={14} />}{' '}
              {t(isLoss ? 'models.price.loss' : 'models.price.margin', {
                share: `${formatNumber(Math.abs(margin) * 100)}%`,
              })}
            </Typography.Text>
          </div>
        )}
      </Hint>
    </>
  );
}

export function TemperatureInput({ id, value, onChange }: ModelInputProps<number>) {
  const range = { min: 0, max: 1, step: 0.05 };
  return (
    <Flex align="center" gap={12}>
      <Typography.Text type="secondary">{t('models.temperature.low')}</Typography.Text>
      <Slider
        {...range}
        style={{ flex: 1 }}
        ariaLabelForHandle={t('models.fields.temperature')}
        tooltip={{ open: false }}
        value={value ?? 0}
        onChange={onChange}
      />
      <Typography.Text type="secondary">{t('models.temperature.high')}</Typography.Text>
      <NumberInput {...range} style={{ width: 84 }} id={id} value={value} onChange={onChange} />
    </Flex>
  );
}

export function WaitInput(props: ModelInputProps<number>) {
  const { values } = useValues();
  return <NumberInput {...props} precision={0} placeholder={String(FIRST_TOKEN_SECONDS[values.provider])} />;
}

/** Model names that are suggested while the user types. Any other name is allowed. */
const KNOWN: Record<ModelKind, Record<Provider, readonly string[]>> = {
  chat: {
    embedded: [],
    'openai-compatible': ['llama-3.3-70b-instruct', 'qwen2.5-72b-instruct', 'mistral-large-latest', 'deepseek-chat'],
    openai: ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o-mini'],
    anthropic: ['claude-opus-4-8', 'claude-sonnet-4-6', 'claude-haiku-4-5'],
    google: [
      'gemini-3.5-flash',
      'gemini-3.5-flash-lite',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite',
    ],
  },
  embedding: {
    embedded: [],
    'openai-compatible': ['bge-m3', 'nomic-embed-text', 'multilingual-e5-large'],
    openai: ['text-embedding-3-small', 'text-embedding-3-large'],
    anthropic: [],
    google: ['gemini-embedding-001'],
  },
};

const knownNames = (kind: ModelKind, provider: Provider) => KNOWN[kind][provider];

/** Returns the providers for a kind of model. The embedded model already exists, and Anthropic has no embeddings. */
const providersOf = (kind: ModelKind): readonly Provider[] =>
  kind === 'chat' ? ['openai', 'anthropic', 'google', 'openai-compatible'] : ['openai', 'google', 'openai-compatible'];
