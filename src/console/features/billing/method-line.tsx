import { CreditCardOutlined } from '@ant-design/icons';
import { Flex } from 'antd';
import type { PaymentMethod } from '../../../shared/billing.ts';
import { t } from '../../providers/i18n.ts';

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', elo: 'Elo' };

export function MethodLine({ method }: { method: PaymentMethod }) {
  if (method.kind === 'pix') return <p>Pix</p>;
  return (
    <Flex align="center" gap="small" className="figures">
      <CreditCardOutlined aria-hidden />
      <span>
        {t('plan.method.card', { brand: BRANDS[method.brand] ?? method.brand, digits: method.lastDigits })}
        {method.expires && <small>{t('plan.method.expires', { month: method.expires })}</small>}
      </span>
    </Flex>
  );
}
