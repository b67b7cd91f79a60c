import { Flex, Typography } from 'antd';
import { lazy } from 'react';
import { accounts } from '../../../../../resources/accounts.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountDetail, accountTitle } from '../../../components/account-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';
import { Line, Nothing } from '../../../resource/cell-line.tsx';
import { parts } from '../../../resource/parts.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { AccountStatus, Usage } from './account-cells.tsx';
import '../staff.css';

const EnterDialog = lazy(async () => ({ default: (await import('./enter-dialog.tsx')).EnterDialog }));
const ChangePlanDialog = lazy(async () => ({ default: (await import('../change-plan-dialog.tsx')).ChangePlanDialog }));

const COLUMNS = ['user', 'plan', 'usage', 'status', 'lastActivityAt'];

function useAccounts() {
  const actions = (account: AccountRow): RowAction[] => [
    {
      icon: 'layers',
      label: t('admin-accounts.changePlanName', { name: accountTitle(account) }),
      hint: t('admin-accounts.changePlan'),
      allowedBy: ['accounts', 'change-plan'],
      dialog: (close) => <ChangePlanDialog account={account} onClose={close} />,
    },
    {
      icon: 'enter',
      label: t('admin-accounts.enterName', { name: accountTitle(account) }),
      hint: t('admin-accounts.enter'),
      allowedBy: ['impersonation', 'enter'],
      dialog: (close) => <EnterDialog account={account} onClose={close} />,
    },
  ];
  return {
    columns: COLUMNS,
    hrefOf: (row: AccountRow) => `${accounts.path}/${row.id}`,
    cells: {
      user: (account: AccountRow) => <AccountLine account={account} />,
      plan: ({ plan }: AccountRow) => plan ?? <Nothing />,
      usage: (account: AccountRow) => <Usage account={account} />,
      status: (account: AccountRow) => <AccountStatus account={account} />,
    },
    nameOf: accountTitle,
    actions,
  };
}

export default parts(accounts, { useList: useAccounts });

function AccountLine({ account }: { account: AccountRow }) {
  const title = accountTitle(account);
  const detail = accountDetail(account);
  return (
    <Flex align="center" gap={12}>
      <Typography.Text type="secondary">
        <Icon name={account.type === 'CORPORATE' ? 'building' : 'user'} />
      </Typography.Text>
      <div className="cell-lines">
        <Line value={title} className="row-title" />
        <Line value={detail} className="cell-small figures" />
      </div>
    </Flex>
  );
}
