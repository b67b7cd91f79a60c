import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { accounts } from '../../../../resources/accounts.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { Nothing } from '../../resource/field-cell.tsx';
import { Icon } from '../../resource/icon.tsx';
import { ListPage } from '../../resource/list-page.tsx';
import { RowAction } from '../../resource/row-actions.tsx';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import { accountDetail, accountTitle } from '../../staff/account-name.ts';
import { ChangePlanDialog } from '../../staff/change-plan-dialog.tsx';
import './admin-accounts.css';
import { AccountStatus } from './account-status.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import { Usage } from './usage.tsx';

const resource = accounts as unknown as Resource;
const COLUMNS = ['user', 'plan', 'usage', 'status', 'lastActivityAt'];
const accountOf = (row: Row) => row as unknown as AccountRow;

/** Every customer's account: whose it is, its plan, how much it uses, and the ways to look after it. */
export function AdminAccountsPage() {
  const { search } = useLocation();
  const [entering, setEntering] = useState<AccountRow>();
  const [changing, setChanging] = useState<AccountRow>();
  return (
    <>
      <ListPage
        resource={resource}
        columns={COLUMNS}
        hrefOf={(row) => `${accounts.path}/${row.id}${search}`}
        cells={{
          user: (row) => <Whose account={accountOf(row)} />,
          plan: (row) => accountOf(row).plan ?? <Nothing />,
          usage: (row) => <Usage account={accountOf(row)} />,
          status: (row) => <AccountStatus account={accountOf(row)} />,
        }}
        actions={(row) => <Actions account={accountOf(row)} enter={setEntering} changePlan={setChanging} />}
      />
      {entering && <EnterDialog account={entering} onClose={() => setEntering(undefined)} />}
      {changing && <ChangePlanDialog account={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function Whose({ account }: { account: AccountRow }) {
  const title = accountTitle(account);
  const detail = accountDetail(account);
  return (
    <span className="account-whose">
      <Icon name={account.type === 'CORPORATE' ? 'building' : 'user'} />
      <span>
        <span className="cell-line thing-name" title={title}>
          {title}
        </span>
        <span className="cell-line account-detail figures" title={detail}>
          {detail}
        </span>
      </span>
    </span>
  );
}

function Actions(props: {
  account: AccountRow;
  enter: (account: AccountRow) => void;
  changePlan: (account: AccountRow) => void;
}) {
  const { t } = useTranslation();
  const mayEnter = useMay('impersonation', 'enter');
  const mayChangePlan = useMay('accounts', 'change-plan');
  const { account, enter, changePlan } = props;
  const name = accountTitle(account);
  return (
    <>
      {mayChangePlan && (
        <RowAction
          icon="layers"
          label={t('admin-accounts.changePlanName', { name })}
          hint={t('admin-accounts.changePlan')}
          onClick={() => changePlan(account)}
        />
      )}
      {mayEnter && (
        <RowAction
          icon="enter"
          label={t('admin-accounts.enterName', { name })}
          hint={t('admin-accounts.enter')}
          onClick={() => enter(account)}
        />
      )}
    </>
  );
}
