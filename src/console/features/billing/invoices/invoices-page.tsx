import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoices } from '../../../../../resources/invoices.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { download } from '../../../http/download.ts';
import { showFailure } from '../../../providers/failure.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';

type Invoice = RecordOf<typeof invoices>;

function useReceipts(): (invoice: Invoice) => RowAction[] {
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

/** Lists the invoices. The receipt of each can be downloaded. */
export function InvoicesPage() {
  return <ListPage resource={invoices} actions={useReceipts()} empty={<NoInvoices />} />;
}

function NoInvoices() {
  const { t } = useTranslation();
  const canSeePlan = useAllowed('subscription', 'show');
  return (
    <EmptyState
      drawing="paper"
      title={t('invoices.empty.title')}
      text={t('invoices.empty.text')}
      action={canSeePlan && <ButtonLink to="/plan">{t('invoices.empty.plan')}</ButtonLink>}
    />
  );
}
