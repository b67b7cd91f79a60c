import { Flex, Tag } from 'antd';
import type { RecordOf } from '../../../../resources/kit/resource.ts';
import { platformInvoices } from '../../../../resources/platform-invoices.ts';
import { formatMoney } from '../../../shared/format.ts';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { FieldCell } from '../../resource/field-cell.tsx';
import type { RowAction } from '../../resource/row-menu.tsx';
import { useAccountsChanged } from './plans.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export type PlatformInvoice = RecordOf<typeof platformInvoices>;

/** Returns whether there is money that can be given back. */
const isRefundable = ({ status, amount }: PlatformInvoice) => status === 'paid' && amount > 0;

/** The status of an invoice, and whether the customer seems to have paid twice. */
function InvoiceStatus({ invoice: { status, isDoubled } }: { invoice: PlatformInvoice }) {
  return (
    <Flex wrap gap="2px 8px" align="center">
      <FieldCell resource={platformInvoices} name="status" value={status} />
      {isDoubled && (
        <Tag color="warning" bordered={false} title={t('platform-invoices.doubledHint')}>
          {t('platform-invoices.doubled')}
        </Tag>
      )}
    </Flex>
  );
}

/** The dialog that gives the money of an invoice back. */
function RefundDialog({ invoice, onClose }: { invoice: PlatformInvoice; onClose: () => void }) {
  const { id, accountId, account, orderNumber, amount, type } = invoice;
  const values = { amount: formatMoney(amount), account, order: orderNumber };
  return (
    <ReasonDialog
      title={t('platform-invoices.refund.title', values)}
      text={t(`platform-invoices.refund.${type === 'PREPAID' ? 'pack' : 'subscription'}`, values)}
      action={t('platform-invoices.refund.action')}
      done={() => t('platform-invoices.refund.done', values)}
      url={`${platformInvoices.api}/${id}/refund`}
      values={{ accountId }}
      onDone={useAccountsChanged()}
      onClose={onClose}
    />
  );
}

/** What every list of invoices has: cells, and the refund. */
export function useInvoiceRows() {
  const canRefund = useAllowed(platformInvoices.name, 'refund');
  const refund = (invoice: PlatformInvoice): RowAction => ({
    icon: 'back',
    label: t('platform-invoices.refund.name', { order: invoice.orderNumber }),
    hint: t('platform-invoices.refund.action'),
    danger: true,
    dialog: (close) => <RefundDialog invoice={invoice} onClose={close} />,
  });
  return {
    cells: {
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
    actions: canRefund ? (invoice: PlatformInvoice) => (isRefundable(invoice) ? [refund(invoice)] : []) : undefined,
  };
}
