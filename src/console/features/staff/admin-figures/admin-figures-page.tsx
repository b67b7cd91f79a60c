import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../../components/page-frame.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { BillingPart } from './billing-part.tsx';
import { InvoicesPart } from './invoices-part.tsx';
import { UsagePart } from './usage-part.tsx';
import '../staff.css';

/** The platform's figures: usage, and revenue for users who may see it. */
export function AdminFiguresPage() {
  const { t } = useTranslation();
  const seesBilling = useAllowed('billing-figures', 'show');
  const seesInvoices = useAllowed('billing-figures', 'list');
  return (
    <PageFrame title={t('admin-figures.title')} intro={t('admin-figures.intro')} wide>
      {seesBilling && <BillingPart />}
      <UsagePart />
      {seesInvoices && <InvoicesPart />}
    </PageFrame>
  );
}
