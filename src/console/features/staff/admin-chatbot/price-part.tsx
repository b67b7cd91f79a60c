import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/icon.tsx';
import { creditPrice, marginOf, tokensAtCost } from './credit-price.ts';
import { ModelField, ReaisInput, TokensInput } from './model-field.tsx';
import type { ModelValues } from './model-values.ts';
import { writtenDecimal, writtenExactly, writtenReais, writtenShare } from './written-cost.ts';

type Side = 'input' | 'output';

/** What a credit would buy at cost, and what the chosen tokens leave of it. */
function TokensHint({ side, values }: { side: Side; values: ModelValues }) {
  const { t } = useTranslation();
  const credit = creditPrice(values.conversion);
  const price = side === 'input' ? values.inputPrice : values.outputPrice;
  const tokens = side === 'input' ? values.inputTokensPerCredit : values.outputTokensPerCredit;
  const atCost = tokensAtCost(credit, price);
  if (atCost === null) return t(price === 0 ? 'models.price.free' : 'models.price.unknown');
  const margin = marginOf(credit, price, tokens);
  return (
    <>
      {t(`models.price.atCost.${side}`, { tokens: writtenExactly(atCost) })}
      {margin !== null && (
        <span className={margin < 0 ? 'price-loss' : 'price-margin'}>
          {margin < 0 && <Icon name="warning" size={14} />}
          {t(margin < 0 ? 'models.price.loss' : 'models.price.margin', { share: writtenShare(Math.abs(margin)) })}
        </span>
      )}
    </>
  );
}

/** "R$ 100,00 por 500 créditos = R$ 0,20 por crédito (fator 0,2)", as it is being written. */
function Factor({ conversion }: { conversion: ModelValues['conversion'] }) {
  const { t } = useTranslation();
  const factor = creditPrice(conversion);
  return (
    <p className="price-factor figures" aria-live="polite">
      {factor === null
        ? t('models.price.noFactor')
        : t('models.price.factor', {
            amount: writtenReais(conversion.amount),
            credits: writtenDecimal(conversion.credits),
            factor: writtenDecimal(factor),
          })}
    </p>
  );
}

/** What a model costs us, what a credit brings in, and how many tokens it buys. */
export function PricePart({ values }: { values: ModelValues }) {
  const { t } = useTranslation();
  const sides: readonly Side[] = values.kind === 'chat' ? ['input', 'output'] : ['input'];
  return (
    <fieldset className="model-part">
      <legend>{t('models.parts.prices')}</legend>
      <div className="form-row">
        {sides.map((side) => (
          <ModelField key={side} path={[`${side}Price`]}>
            <ReaisInput />
          </ModelField>
        ))}
      </div>
      <div className="form-row">
        <ModelField path={['conversion', 'amount']}>
          <ReaisInput />
        </ModelField>
        <ModelField path={['conversion', 'credits']}>
          <InputNumber<number> decimalSeparator="," />
        </ModelField>
      </div>
      <Factor conversion={values.conversion} />
      <div className="form-row">
        {sides.map((side) => (
          <ModelField key={side} path={[`${side}TokensPerCredit`]} hint={<TokensHint side={side} values={values} />}>
            <TokensInput />
          </ModelField>
        ))}
      </div>
    </fieldset>
  );
}
