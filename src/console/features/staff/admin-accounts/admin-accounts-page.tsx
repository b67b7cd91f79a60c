import { Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../../../../resources/accounts.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountDetail, accountTitle } from '../../../components/account-name.ts';
import { Icon } from '../../../components/icon.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';
import { AccountStatus, Usage } from './account-cells.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import '../staff.css';

const COLUMNS = ['user', 'plan', 'usage', 'status', 'lastActivityAt'];

export function AdminAccountsPage() {
  const [entering, setEntering] = useState<AccountRow>();
  const [changing, setChanging] = useState<AccountRow>();
  const { t } = useTranslation();
  const canEnter = useAllowed('impersonation', 'enter');
  const canChangePlan = useAllowed('accounts', 'change-plan');
  const actions = (account: AccountRow): RowAction[] => {
    const name = accountTitle(account);
    const change = { label: t('admin-accounts.changePlanName', { name }), hint: t('admin-accounts.changePlan') };
    const entry = { label: t('admin-accounts.enterName', { name }), hint: t('admin-accounts.enter') };
    return [
      ...(canChangePlan ? [{ icon: 'layers' as const, onClick: () => setChanging(account), ...change }] : []),
      ...(canEnter ? [{ icon: 'enter' as const, onClick: () => setEntering(account), ...entry }] : []),
    ];
  };
  return (
    <>
      <ListPage
        resource={accounts}
        columns={COLUMNS}
        hrefOf={(row) => `${accounts.path}/${row.id}`}
        cells={{
          user: (account) => <AccountLine account={account} />,
          plan: ({ plan }) => plan ?? <Nothing />,
          usage: (account) => <Usage account={account} />,
          status: (account) => <AccountStatus account={account} />,
        }}
        nameOf={accountTitle}
        actions={actions}
      />
      {entering && <EnterDialog account={entering} onClose={() => setEntering(undefined)} />}
      {changing && <ChangePlanDialog account={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function AccountLine({ account }: { account: AccountRow }) {
  const title = accountTitle(account);
  const detail = accountDetail(account);
  return (
    <Flex align="center" gap={12}>
      <Typography.Text type="secondary">
        <Icon name={account.type === 'CORPORATE' ? 'building' : 'user'} />
      </Typography.Text>
      <div className="cell-lines">
        <span className="cell-line row-title" title={title}>
          {title}
        </span>
        <span className="cell-line cell-small figures" title={detail}>
          {detail}
        </span>
      </div>
    </Flex>
  );
}
