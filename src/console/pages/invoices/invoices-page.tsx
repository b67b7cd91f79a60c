import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoices } from '../../../../resources/invoices.ts';
import { download } from '../../http/download.ts';
import { showFailure } from '../../providers/failure.ts';
import { ButtonLink } from '../../resource/button-link.tsx';
import { EmptyState } from '../../resource/list-states.tsx';
import { useMay } from '../../resource/use-may.ts';
import { ListPage } from '../../resource/list-page.tsx';
import { RowAction } from '../../resource/row-actions.tsx';
import type { Row } from '../../resource/use-rows.ts';

/** The receipt of an invoice, as a file; while it is being made it cannot be asked for again. */
function ReceiptAction({ row }: { row: Row }) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const order = String(row.orderNumber);
  const save = async () => {
    setIsBusy(true);
    await download(`/invoices/${row.id}/receipt`, `recibo-${order}.pdf`).catch(showFailure);
    setIsBusy(false);
  };
  return (
    <RowAction
      icon="download"
      label={t('invoices.receiptOf', { order })}
      hint={t('invoices.receipt')}
      disabled={isBusy}
      onClick={() => void save()}
    />
  );
}

/** What was charged, with a receipt of each. */
export function InvoicesPage() {
  return <ListPage resource={invoices} actions={(row) => <ReceiptAction row={row} />} empty={<NoInvoices />} />;
}

function NoInvoices() {
  const { t } = useTranslation();
  const maySeePlan = useMay('subscription', 'show');
  return (
    <EmptyState
      drawing="paper"
      title={t('invoices.empty.title')}
      text={t('invoices.empty.text')}
      action={maySeePlan && <ButtonLink to="/plan">{t('invoices.empty.plan')}</ButtonLink>}
    />
  );
}
