import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { useFocusBack } from '../../../components/focus-back.ts';
import { formatCount } from '../../../components/format.ts';
import { formatDay } from '../../../components/format-day.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Nothing } from '../../../resource/field-cell.tsx';
import { useClose } from '../../../resource/form-dialog.tsx';
import { accountDetail, accountTitle } from '../account-name.ts';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';
import { accountQuery } from '../plans.ts';
import { AccountEvents } from './account-events.tsx';
import { AccountLedger } from './account-ledger.tsx';
import { AccountStatus } from './account-status.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import { Usage } from './usage.tsx';
import '../../../components/drawer.css';

/** What is known of one account, beside the list, and what can be done for it. */
export function AccountDrawer() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const close = useClose(accounts);
  useFocusBack();
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery(id));
  const [dialog, setDialog] = useState<'enter' | 'plan'>();
  const label = account
    ? t('admin-accounts.drawer.label', { name: accountTitle(account) })
    : t('admin-accounts.drawer.loading');
  return (
    <>
      <Drawer
        open
        className="account-drawer"
        rootClassName="drawer"
        width="min(440px, 100vw)"
        onClose={close}
        keyboard={dialog === undefined}
        closeIcon={null}
        aria-label={label}
        footer={account && <Actions open={setDialog} />}
      >
        {account ? (
          <Known account={account} close={close} />
        ) : error ? (
          <LoadError error={error} again={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton title rows={10} />
        )}
      </Drawer>
      {account && dialog === 'enter' && <EnterDialog account={account} onClose={() => setDialog(undefined)} />}
      {account && dialog === 'plan' && <ChangePlanDialog account={account} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function Actions({ open }: { open: (dialog: 'enter' | 'plan') => void }) {
  const { t } = useTranslation();
  const canEnter = useAllowed('impersonation', 'enter');
  const canChangePlan = useAllowed('accounts', 'change-plan');
  return (
    <div className="account-actions">
      {canChangePlan && <Button onClick={() => open('plan')}>{t('admin-accounts.changePlan')}</Button>}
      {canEnter && (
        <Button type="primary" onClick={() => open('enter')}>
          {t('admin-accounts.enter')}
        </Button>
      )}
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation();
  return (
    <dl className="account-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`admin-accounts.drawer.${name}`)}</dt>
          <dd>{value ?? <Nothing />}</dd>
        </div>
      ))}
    </dl>
  );
}

const COUNTS = ['people', 'contexts', 'contents'] as const;

const TABS = [
  { name: 'account', icon: 'user' },
  { name: 'credits', icon: 'bolt' },
  { name: 'events', icon: 'file' },
] as const;

function Known({ account, close }: { account: AccountRow; close: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<(typeof TABS)[number]['name']>('account');
  const canSee = {
    account: true,
    credits: useAllowed('account-credits', 'list'),
    events: useAllowed('billing-events', 'list'),
  };
  return (
    <>
      <header className="account-head">
        <div>
          <h2>{accountTitle(account)}</h2>
          <p className="figures">{accountDetail(account)}</p>
          {account.type === 'CORPORATE' && <p>{`${account.user} · ${account.email}`}</p>}
          <span className="account-kind">{t(`accounts.options.type.${account.type}`)}</span>
        </div>
        <Button onClick={close}>{t('admin-accounts.drawer.close')}</Button>
      </header>
      <Tabs
        label={t('admin-accounts.tabs.label')}
        tabs={TABS.filter(({ name }) => canSee[name]).map(({ name, icon }) => ({
          ...{ name, icon, label: t(`admin-accounts.tabs.${name}`) },
        }))}
        open={open}
        onOpen={setOpen}
      >
        {open === 'account' && <AccountFacts account={account} />}
        {open === 'credits' && <AccountLedger accountId={account.id} name={accountTitle(account)} />}
        {open === 'events' && <AccountEvents accountId={account.id} />}
      </Tabs>
    </>
  );
}

function AccountFacts({ account }: { account: AccountRow }) {
  const { t } = useTranslation();
  const { plan, period, renewsAt, createdAt, lastActivityAt, deletesAt } = account;
  return (
    <>
      <Part title={t('admin-accounts.drawer.usage')}>
        <Usage account={account} />
      </Part>
      <Part title={t('admin-accounts.drawer.inside')}>
        <ul className="account-counts">
          {COUNTS.map((name) => (
            <li key={name}>
              <strong className="figures">{formatCount(account[name])}</strong>
              {t(`admin-accounts.drawer.${name}`, { count: account[name] })}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('admin-accounts.drawer.subscription')}>
        <Facts
          facts={[
            ['plan', plan],
            ['status', <AccountStatus account={account} />],
            ['period', period && t(`admin-accounts.drawer.periods.${period}`)],
            ['renewsAt', renewsAt && formatDay(renewsAt)],
          ]}
        />
      </Part>
      <Part title={t('admin-accounts.drawer.dates')}>
        <Facts
          facts={[
            ['createdAt', formatDay(createdAt)],
            ['lastActivityAt', lastActivityAt ? <MomentText iso={lastActivityAt} /> : t('admin-accounts.drawer.never')],
            ...(deletesAt ? [['deletesAt', formatDay(deletesAt)] as const] : []),
          ]}
        />
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="account-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);
