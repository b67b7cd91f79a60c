import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount, formatMoney } from '../../../../shared/format.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { creditPrice, marginOf, tokensAtCost } from './credit-price.ts';
import { formatDecimal } from './format-cost.ts';
import { ModelField, ModelPart, PriceInput, TokensInput } from './model-field.tsx';
import type { ModelValues } from './model-values.ts';

type TokenSide = 'input' | 'output';

/** The number of tokens that a credit buys at cost, and the margin for the number in the form. */
function TokensHint({ side, values }: { side: TokenSide; values: ModelValues }) {
  const { t } = useTranslation();
  const credit = creditPrice(values.conversion);
  const price = values[`${side}Price`];
  const tokens = values[`${side}TokensPerCredit`];
  const atCost = tokensAtCost(credit, price);
  if (atCost === null) return t(price === 0 ? 'models.price.free' : 'models.price.unknown');
  const margin = marginOf(credit, price, tokens);
  return (
    <>
      {t(`models.price.atCost.${side}`, { tokens: formatCount(atCost) })}
      {margin !== null && (
        <div>
          <Typography.Text type={margin < 0 ? 'danger' : undefined}>
            {margin < 0 && <Icon name="warning" size={14} />}{' '}
            {t(margin < 0 ? 'models.price.loss' : 'models.price.margin', {
              share: `${formatNumber(Math.abs(margin) * 100)}%`,
            })}
          </Typography.Text>
        </div>
      )}
    </>
  );
}

/** "R$ 100,00 por 500 créditos = 0,2 real por crédito", updated while the user types. */
function Factor({ conversion }: { conversion: ModelValues['conversion'] }) {
  const { t } = useTranslation();
  const factor = creditPrice(conversion);
  return (
    <Typography.Paragraph type="secondary" className="figures" aria-live="polite">
      {factor === null
        ? t('models.price.noFactor')
        : t('models.price.factor', {
            amount: formatMoney(Math.round(conversion.amount * 100)),
            credits: formatDecimal(conversion.credits),
            factor: formatDecimal(factor),
          })}
    </Typography.Paragraph>
  );
}

export function PricePart({ values }: { values: ModelValues }) {
  const sides: readonly TokenSide[] = values.kind === 'chat' ? ['input', 'output'] : ['input'];
  return (
    <ModelPart name="prices">
      <div className="form-row">
        {sides.map((side) => (
          <ModelField key={side} path={`${side}Price`}>
            <PriceInput />
          </ModelField>
        ))}
      </div>
      <div className="form-row">
        <ModelField path="conversion.amount">
          <PriceInput />
        </ModelField>
        <ModelField path="conversion.credits">
          <NumberInput />
        </ModelField>
      </div>
      <Factor conversion={values.conversion} />
      <div className="form-row">
        {sides.map((side) => (
          <ModelField key={side} path={`${side}TokensPerCredit`} hint={<TokensHint side={side} values={values} />}>
            <TokensInput />
          </ModelField>
        ))}
      </div>
    </ModelPart>
  );
}
