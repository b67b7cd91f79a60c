import { CreditCardOutlined } from '@ant-design/icons';
import { Flex, Radio, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PaymentSetup } from '../../../shared/billing.ts';
import { type PaymentMethod, SANDBOX_CARDS, type SandboxCard } from '../../../shared/billing.ts';
import { request } from '../../http/client.ts';
import type { ReadyCard } from './purchase.tsx';

/** Registers a test card at the sandbox gateway. Throws `HttpError`. */
export async function prepareCard(card: SandboxCard): Promise<ReadyCard> {
  const setup = await request<PaymentSetup>('/subscription/payment-method/setup', { method: 'POST' });
  const { clientSecret } = setup;
  await request(`/sandbox/setups/${encodeURIComponent(setup.setupId)}/confirm`, {
    method: 'POST',
    body: { clientSecret, card },
  });
  return { setup, card };
}

/** A choice of the sandbox gateway's test cards. Each is named after its behaviour. */
export function CardChoice(props: { value: SandboxCard; onChange: (card: SandboxCard) => void; disabled?: boolean }) {
  const { t } = useTranslation();
  return (
    <Choices
      label={t('plan.cards.label')}
      value={props.value}
      disabled={props.disabled}
      onChange={props.onChange}
      options={SANDBOX_CARDS.map((card) => ({
        value: card,
        name: t(`plan.cards.${card}.name`),
        text: t(`plan.cards.${card}.text`),
      }))}
    />
  );
}

/** Radio buttons, each with a line that explains it. */
export function Choices<V extends string>(props: {
  label: string;
  value: V | undefined;
  onChange: (value: V) => void;
  disabled?: boolean;
  options: readonly { value: V; name: string; text: string; disabled?: boolean }[];
}) {
  return (
    <Radio.Group
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled}
      onChange={({ target }) => props.onChange(target.value as V)}
    >
      <Flex vertical gap="small">
        {props.options.map(({ value, name, text, disabled }) => (
          <Radio key={value} value={value} disabled={disabled}>
            <Typography.Text strong>{name}</Typography.Text>
            <small>{text}</small>
          </Radio>
        ))}
      </Flex>
    </Radio.Group>
  );
}

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', elo: 'Elo' };

/** A payment method in one line; cards with their expiry date. */
export function MethodLine({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  if (method.kind === 'pix') return <p>Pix</p>;
  return (
    <Flex align="center" gap="small" className="figures">
      <CreditCardOutlined />
      <span>
        {t('plan.method.card', { brand: BRANDS[method.brand] ?? method.brand, digits: method.lastDigits })}
        {method.expires && <small>{t('plan.method.expires', { month: method.expires })}</small>}
      </span>
    </Flex>
  );
}
