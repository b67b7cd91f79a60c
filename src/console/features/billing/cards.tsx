import { CreditCardOutlined } from '@ant-design/icons';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { type PaymentMethod, type PaymentSetup, SANDBOX_CARDS, type SandboxCard } from '../../../shared/billing.ts';
import { Choices } from '../../components/choices.tsx';
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

export function CardChoice(props: { value: SandboxCard; onChange: (card: SandboxCard) => void; disabled?: boolean }) {
  const { t } = useTranslation();
  return (
    <Choices
      aria-label={t('plan.cards.label')}
      value={props.value}
      disabled={props.disabled}
      onChange={props.onChange}
      options={SANDBOX_CARDS.map((card) => ({
        value: card,
        label: t(`plan.cards.${card}.name`),
        text: t(`plan.cards.${card}.text`),
      }))}
    />
  );
}

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', elo: 'Elo' };

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
