import { Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentSetup } from '../../../shared/billing.ts';
import { type PaymentMethod, SANDBOX_CARDS, type SandboxCard } from '../../../shared/billing.ts';
import { request } from '../../http/client.ts';
import type { ReadyCard } from './purchase.tsx';

/** Has the gateway for trials take one of its cards. @throws HttpError */
export async function prepareCard(card: SandboxCard): Promise<ReadyCard> {
  const setup = await request<PaymentSetup>('/subscription/payment-method/setup', { method: 'POST' });
  const { clientSecret } = setup;
  await request(`/sandbox/setups/${encodeURIComponent(setup.setupId)}/confirm`, {
    method: 'POST',
    body: { clientSecret, card },
  });
  return { setup, card };
}

/** The cards of the gateway for trials, by what each does. */
export function CardChoice(props: { value: SandboxCard; onChange: (card: SandboxCard) => void; disabled?: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className="billing-label">
        {t('plan.cards.label')}
      </span>
      <Radio.Group
        className="card-choice"
        value={props.value}
        disabled={props.disabled}
        onChange={({ target }) => props.onChange(target.value as SandboxCard)}
      >
        {SANDBOX_CARDS.map((card) => (
          <Radio key={card} value={card}>
            <strong>{t(`plan.cards.${card}.name`)}</strong>
            <span>{t(`plan.cards.${card}.text`)}</span>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
}

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', elo: 'Elo' };

/** A payment method in one line, and until when it holds. */
export function MethodLine({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  if (method.kind === 'pix') return <p className="method-line">Pix</p>;
  return (
    <p className="method-line figures">
      <svg aria-hidden width="34" height="24" viewBox="0 0 34 24" fill="none" stroke="currentColor" strokeWidth="1.5">
        <rect x="1" y="1" width="32" height="22" rx="4" />
        <path d="M1 8.5h32" strokeWidth="3" />
      </svg>
      <span>
        {t('plan.method.card', { brand: BRANDS[method.brand] ?? method.brand, digits: method.lastDigits })}
        {method.expires && <small>{t('plan.method.expires', { month: method.expires })}</small>}
      </span>
    </p>
  );
}
