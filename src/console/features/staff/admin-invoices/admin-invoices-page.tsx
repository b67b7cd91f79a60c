import { Link } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { useInvoiceRows } from '../invoice-parts.tsx';
import '../staff.css';

export function AdminInvoicesPage() {
  const canOpen = useAllowed(accounts.name, 'show');
  const { cells, actions, dialog } = useInvoiceRows();
  return (
    <>
      <ListPage
        resource={platformInvoices}
        cells={{
          ...cells,
          account: ({ account, accountId, email }) => (
            <div className="cell-lines">
              <span className="cell-line row-title">
                {canOpen ? <Link to={`${accounts.path}/${accountId}`}>{account}</Link> : account}
              </span>
              <span className="cell-line cell-small" title={email}>
                {email}
              </span>
            </div>
          ),
        }}
        actions={actions}
      />
      {dialog}
    </>
  );
}
