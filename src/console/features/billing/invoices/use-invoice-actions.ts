import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { invoices } from '../../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { download } from '../../../http/download.ts';
import { showFailure } from '../../../providers/failure.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';

type Invoice = RecordOf<typeof invoices>;

/** Returns a function that lists an invoice's actions: download its receipt. */
export function useInvoiceActions(): (invoice: Invoice) => RowAction[] {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string>();
  const save = async ({ id, orderNumber }: Invoice) => {
    setBusy(id);
    await download(`/invoices/${id}/receipt`, `recibo-${orderNumber}.pdf`).catch(showFailure);
    setBusy(undefined);
  };
  return (invoice) => [
    {
      icon: 'download',
      label: t('invoices.receiptOf', { order: invoice.orderNumber }),
      hint: t('invoices.receipt'),
      disabled: busy === invoice.id,
      onClick: () => void save(invoice),
    },
  ];
}
