import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';
import { InvoiceStatus, isRefundable, type PlatformInvoice, RefundDialog } from '../invoice-parts.tsx';
import '../staff.css';

function useInvoices() {
  const { t } = useTranslation();
  const canRefund = useAllowed(platformInvoices.name, 'refund');
  const canOpen = useAllowed(accounts.name, 'show');
  const [refunding, setRefunding] = useState<PlatformInvoice>();
  const actions = (invoice: PlatformInvoice) =>
    isRefundable(invoice)
      ? [
          {
            icon: 'back' as const,
            label: t('platform-invoices.refund.name', { order: invoice.orderNumber }),
            hint: t('platform-invoices.refund.action'),
            danger: true,
            onClick: () => setRefunding(invoice),
          },
        ]
      : [];
  return {
    cells: {
      account: ({ account, accountId, email }: PlatformInvoice) => (
        <div className="cell-lines">
          <span className="cell-line row-title">
            {canOpen ? <Link to={`${accounts.path}/${accountId}`}>{account}</Link> : account}
          </span>
          <span className="cell-line cell-small" title={email}>
            {email}
          </span>
        </div>
      ),
      orderNumber: ({ orderNumber, gatewayId }: PlatformInvoice) => (
        <div className="cell-lines figures">
          <span className="cell-line">{orderNumber}</span>
          <span className="cell-line cell-small" title={gatewayId ?? undefined}>
            {gatewayId}
          </span>
        </div>
      ),
      status: (invoice: PlatformInvoice) => <InvoiceStatus invoice={invoice} />,
    },
    actions: canRefund ? actions : undefined,
    dialog: refunding && <RefundDialog invoice={refunding} onClose={() => setRefunding(undefined)} />,
  };
}

export default parts(platformInvoices, { useList: useInvoices });
