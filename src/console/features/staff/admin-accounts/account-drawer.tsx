import { type HttpError, useInfiniteList, useOne } from '@refinedev/core';
import { Button, Col, Descriptions, Drawer, Flex, Row, Statistic, Tag, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import type { BillingEvent } from '../../../../shared/billing.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountDetail, accountTitle } from '../../../components/account-name.ts';
import { formatDay } from '../../../components/days.ts';
import { useFocusBack } from '../../../components/focus-back.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Nothing } from '../../../resource/field-cell.tsx';
import { useClose } from '../../../resource/form-dialog.tsx';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';
import { GatewayEventList } from '../gateway-events.tsx';
import { ACCOUNT_LISTS } from '../plans.ts';
import { AccountStatus, Usage } from './account-cells.tsx';
import { AccountLedger } from './account-ledger.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import { listOf, PagedList } from './paged-list.tsx';
import '../../../components/components.css';

export function AccountDrawer() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const close = useClose(accounts);
  useFocusBack();
  const { query, result: account } = useOne<AccountRow, HttpError>({ resource: accounts.name, id });
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
        closable={{ 'aria-label': t('resource.close'), placement: 'end' }}
        closeIcon={<Icon name="close" />}
        styles={{ body: { padding: '0 24px 24px' }, header: { padding: '16px 24px 0', border: 0 } }}
        aria-label={label}
        footer={account && <Actions open={setDialog} />}
      >
        <Loaded query={query} waiting={<Skeleton title rows={10} />}>
          {({ data }) => <Details account={data} />}
        </Loaded>
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
    <Flex justify="end" gap={8} className="account-actions">
      {canChangePlan && <Button onClick={() => open('plan')}>{t('admin-accounts.changePlan')}</Button>}
      {canEnter && (
        <Button type="primary" onClick={() => open('enter')}>
          {t('admin-accounts.enter')}
        </Button>
      )}
    </Flex>
  );
}

type AccountFact = readonly [name: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: readonly AccountFact[] }) {
  const { t } = useTranslation();
  const items = facts.map(([name, value]) => ({
    key: name,
    label: t(`admin-accounts.drawer.${name}`),
    children: value ?? <Nothing />,
  }));
  return (
    <Descriptions
      title={<Typography.Title level={3}>{title}</Typography.Title>}
      column={1}
      size="small"
      colon={false}
      styles={{ label: { width: 140 } }}
      items={items}
    />
  );
}

const COUNTS = ['people', 'contexts', 'contents'] as const;

const TABS = [
  { name: 'account', icon: 'user' },
  { name: 'credits', icon: 'bolt' },
  { name: 'events', icon: 'file' },
] as const;

function Details({ account }: { account: AccountRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<(typeof TABS)[number]['name']>('account');
  const canSee = {
    account: true,
    credits: useAllowed('account-credits', 'list'),
    events: useAllowed('billing-events', 'list'),
  };
  return (
    <>
      <Typography.Title level={2}>{accountTitle(account)}</Typography.Title>
      <Typography.Text type="secondary" className="figures">
        {accountDetail(account)}
      </Typography.Text>
      {account.type === 'CORPORATE' && (
        <Typography.Paragraph type="secondary">{`${account.user} · ${account.email}`}</Typography.Paragraph>
      )}
      <div>
        <Tag bordered={false}>{t(`accounts.options.type.${account.type}`)}</Tag>
      </div>
      <Tabs
        label={t('admin-accounts.tabs.label')}
        tabs={TABS.filter(({ name }) => canSee[name]).map(({ name, icon }) => ({
          name,
          icon,
          label: t(`admin-accounts.tabs.${name}`),
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
    <Flex vertical gap={24}>
      <section aria-label={t('admin-accounts.drawer.usage')}>
        <Typography.Title level={3}>{t('admin-accounts.drawer.usage')}</Typography.Title>
        <Usage account={account} />
      </section>
      <section aria-label={t('admin-accounts.drawer.inside')}>
        <Typography.Title level={3}>{t('admin-accounts.drawer.inside')}</Typography.Title>
        <Row gutter={16} style={{ marginTop: 8 }}>
          {COUNTS.map((name) => (
            <Col span={8} key={name}>
              <Statistic title={t(`admin-accounts.drawer.${name}`)} value={formatCount(account[name])} />
            </Col>
          ))}
        </Row>
      </section>
      <Facts
        title={t('admin-accounts.drawer.subscription')}
        facts={[
          ['plan', plan],
          ['status', <AccountStatus account={account} />],
          ['period', period && t(`admin-accounts.drawer.periods.${period}`)],
          ['renewsAt', renewsAt && formatDay(renewsAt)],
        ]}
      />
      <Facts
        title={t('admin-accounts.drawer.dates')}
        facts={[
          ['createdAt', formatDay(createdAt)],
          ['lastActivityAt', lastActivityAt ? <MomentText iso={lastActivityAt} /> : t('admin-accounts.drawer.never')],
          ...(deletesAt ? [['deletesAt', formatDay(deletesAt)] as const] : []),
        ]}
      />
    </Flex>
  );
}

function AccountEvents({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const { query } = useInfiniteList<BillingEvent>(listOf(ACCOUNT_LISTS.events, accountId));
  return (
    <PagedList query={query} empty={t('admin-accounts.events.empty')}>
      {(events) => <GatewayEventList events={events} label={t('admin-accounts.tabs.events')} />}
    </PagedList>
  );
}
