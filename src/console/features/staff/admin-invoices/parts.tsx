import { Link } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { parts } from '../../../resource/parts.ts';
import { type PlatformInvoice, useInvoiceRows } from '../invoice-parts.tsx';
import '../staff.css';

function useInvoices() {
  const canOpen = useAllowed(accounts.name, 'show');
  const { cells, ...rows } = useInvoiceRows();
  return {
    ...rows,
    cells: {
      ...cells,
      account: ({ account, accountId, email }: PlatformInvoice) => (
        <div className="cell-lines">
          <span className="cell-line row-title">
            {canOpen ? <Link to={`${accounts.path}/${accountId}`}>{account}</Link> : account}
          </span>
          <Line value={email} className="cell-small" />
        </div>
      ),
    },
  };
}

export default parts(platformInvoices, { useList: useInvoices });
