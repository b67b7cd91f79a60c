import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { RelatedRows } from '../../../resource/related-rows.tsx';
import { useInvoiceRows } from '../invoice-parts.tsx';

const COLUMNS = ['orderNumber', 'issuedAt', 'plan', 'status', 'amount'];

export function AccountInvoices({ accountId: id }: { accountId: string }) {
  const { dialog, ...parts } = useInvoiceRows();
  return (
    <>
      <RelatedRows resource={platformInvoices} by="accountId" row={{ id }} columns={COLUMNS} {...parts} />
      {dialog}
    </>
  );
}
