import { invoices } from '../../../../../resources/invoices.ts';
import { ShowPage } from '../../../resource/show-page.tsx';
import { useInvoiceActions } from './use-invoice-actions.ts';

export const InvoicePage = () => <ShowPage resource={invoices} actions={useInvoiceActions()} />;
