import { type HttpError, useOne } from '@refinedev/core';
import { Col, Flex, Row, Statistic, Tag, Typography } from 'antd';
import { type ComponentType, useState } from 'react';
import { useParams } from 'react-router';
import { accounts } from '../../../../../resources/accounts.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { platformInvoices } from '../../../../../resources/platform-invoices.ts';
import { queue } from '../../../../../resources/queue.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { BillingEvent } from '../../../../shared/billing.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { AccountRow, QueueJob } from '../../../../shared/staff.ts';
import { accountDetail, accountTitle } from '../../../components/account-select.tsx';
import { DialogButton } from '../../../components/buttons.tsx';
import { Facts } from '../../../components/facts.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Section } from '../../../components/page-section.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { formatDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAsk } from '../../../providers/policy.tsx';
import { Nothing } from '../../../resource/cell-line.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { RelatedRows } from '../../../resource/related-rows.tsx';
import { ChangePlanDialog } from '../change-plan-dialog.tsx';
import { gatewayEvent } from '../gateway-events.tsx';
import { useInvoiceRows } from '../invoice-parts.tsx';
import { ACCOUNT_LISTS } from '../plans.tsx';
import { AccountAccess } from './account-access.tsx';
import { AccountBots } from './account-bots.tsx';
import { AccountStatus, Usage } from './account-cells.tsx';
import { AccountLedger } from './account-ledger.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import { PagedList } from './paged-list.tsx';

interface AccountProps {
  account: AccountRow;
}

/** Everything that staff need to know about an account, without entering it. */
export function AccountPage() {
  const { id = '' } = useParams();
  const { query, result: account } = useOne<AccountRow, HttpError>({ resource: accounts.name, id });
  return (
    <PageFrame
      title={account ? accountTitle(account) : t(query.isError ? 'accounts.title' : 'admin-accounts.page.loading')}
      intro={account && <AccountLine account={account} />}
      back={{ to: accounts.path, label: t('accounts.title') }}
      action={account && <Actions account={account} />}
    >
      <Loaded query={query} waiting={<Skeleton title rows={10} />} back={accounts.path}>
        {({ data }) => <Details account={data} />}
      </Loaded>
    </PageFrame>
  );
}

function AccountLine({ account }: AccountProps) {
  const isCompany = account.type === 'CORPORATE';
  return (
    <Flex wrap gap="4px 12px" align="center" className="figures">
      <span>{accountDetail(account)}</span>
      {isCompany && <span>{`${account.user} · ${account.email}`}</span>}
      <Tag bordered={false}>{t(`accounts.options.type.${account.type}`)}</Tag>
      <AccountStatus account={account} />
    </Flex>
  );
}

const Actions = ({ account }: AccountProps) => (
  <>
    <DialogButton
      allowedBy={['accounts', 'change-plan']}
      dialog={(close) => <ChangePlanDialog account={account} onClose={close} />}
    >
      {t('admin-accounts.changePlan')}
    </DialogButton>
    <DialogButton
      type="primary"
      allowedBy={['impersonation', 'enter']}
      dialog={(close) => <EnterDialog account={account} onClose={close} />}
    >
      {t('admin-accounts.enter')}
    </DialogButton>
  </>
);

const COUNTS = ['people', 'contexts', 'contents'] as const;

function Details({ account }: AccountProps) {
  const ask = useAsk();
  const [open, setOpen] = useState('account');
  const tabs = TABS.filter(({ rows }) => !rows || ask?.(rows, 'list').can);
  const { Body } = TABS.find(({ name }) => name === open)!;
  return (
    <Tabs
      label={t('admin-accounts.tabs.label')}
      tabs={tabs.map(({ name, icon }) => ({ name, icon, label: t(`admin-accounts.tabs.${name}`) }))}
      open={open}
      onOpen={setOpen}
    >
      <Body account={account} />
    </Tabs>
  );
}

/** The bots and why they do not answer, with the facts of the account beside them. */
const Overview = ({ account }: AccountProps) => (
  <Row gutter={[32, 24]}>
    <Col xs={24} lg={16}>
      <AccountBots accountId={account.id} />
    </Col>
    <Col xs={24} lg={8}>
      <AccountFacts account={account} />
    </Col>
  </Row>
);

const FACTS = { texts: 'admin-accounts.page', layout: 'horizontal', styles: { label: { width: 140 } } } as const;

function AccountFacts({ account }: AccountProps) {
  const { plan, period, renewsAt, createdAt, lastActivityAt, deletesAt } = account;
  return (
    <Flex vertical gap={24}>
      <Section title={t('admin-accounts.page.usage')}>
        <Usage account={account} />
      </Section>
      <Section title={t('admin-accounts.page.inside')}>
        <Row gutter={16}>
          {COUNTS.map((name) => (
            <Col span={8} key={name}>
              <Statistic title={t(`admin-accounts.page.${name}`)} value={formatCount(account[name])} />
            </Col>
          ))}
        </Row>
      </Section>
      <Facts
        {...FACTS}
        title={<Typography.Title level={3}>{t('admin-accounts.page.subscription')}</Typography.Title>}
        facts={{
          plan: plan ?? <Nothing />,
          status: <AccountStatus account={account} />,
          period: period ? t(`admin-accounts.page.periods.${period}`) : <Nothing />,
          renewsAt: renewsAt ? formatDay(renewsAt) : <Nothing />,
        }}
      />
      <Facts
        {...FACTS}
        title={<Typography.Title level={3}>{t('admin-accounts.page.dates')}</Typography.Title>}
        facts={{
          createdAt: formatDay(createdAt),
          lastActivityAt: lastActivityAt ? <MomentText iso={lastActivityAt} /> : t('admin-accounts.page.never'),
          deletesAt: deletesAt && formatDay(deletesAt),
        }}
      />
    </Flex>
  );
}

const AccountEvents = ({ account: { id } }: AccountProps) => (
  <PagedList<BillingEvent>
    of={[ACCOUNT_LISTS.events, id]}
    empty={t('admin-accounts.events.empty')}
    aria-label={t('admin-accounts.tabs.events')}
    item={gatewayEvent}
  />
);

const COLUMNS = ['orderNumber', 'issuedAt', 'plan', 'status', 'amount'];

const AccountInvoices = ({ account: { id } }: AccountProps) => (
  <RelatedRows
    {...{ resource: platformInvoices, by: 'accountId', row: { id }, columns: COLUMNS }}
    title={t('admin-accounts.tabs.invoices')}
    {...useInvoiceRows()}
  />
);

/** The first line of an error, and all of it on hover. */
const errorLine = (error: string | null) =>
  error && (
    <span className="queue-error" title={error}>
      {error.split('\n', 1)[0]}
    </span>
  );

/** The account's jobs that are waiting or have failed, and what was sent to its webhooks. */
const AccountWork = ({ account }: AccountProps) => (
  <Flex vertical gap="large">
    <Section title={t('queue.title')}>
      <PagedList<QueueJob>
        bordered
        of={[queue.name, account.id]}
        empty={t('queue.empty.title')}
        item={({ id, kind, state, createdAt, error }) => ({
          key: id,
          title: t(`queue.kinds.${kind}`, kind),
          facts: [<FieldCell resource={queue} name="state" value={state} />, errorLine(error)],
          extra: <MomentText iso={createdAt} />,
        })}
      />
    </Section>
    <Section title={t('webhook-deliveries.title')}>
      <PagedList<RecordOf<typeof webhookDeliveries>>
        bordered
        of={[ACCOUNT_LISTS.deliveries, account.id]}
        empty={t('webhook-deliveries.empty.title')}
        item={({ id, event, webhook, state, createdAt, error, answerStatus }) => ({
          key: id,
          title: t(`webhook-deliveries.options.event.${event}`),
          facts: [
            <FieldCell resource={webhookDeliveries} name="state" value={state} />,
            [webhook, answerStatus].filter(Boolean).join(' · '),
            errorLine(error && t(`webhook-deliveries.errors.${error}`, error)),
          ],
          extra: <MomentText iso={createdAt} />,
        })}
      />
    </Section>
  </Flex>
);

/** For those who may list their `rows`. */
const TABS: readonly { name: string; icon: IconName; rows?: string; Body: ComponentType<AccountProps> }[] = [
  { name: 'account', icon: 'chat', Body: Overview },
  { name: 'invoices', icon: 'file', rows: platformInvoices.name, Body: AccountInvoices },
  { name: 'access', icon: 'shield', rows: 'account-sessions', Body: AccountAccess },
  { name: 'work', icon: 'clock', rows: queue.name, Body: AccountWork },
  { name: 'credits', icon: 'bolt', rows: 'account-credits', Body: AccountLedger },
  { name: 'events', icon: 'refresh', rows: 'billing-events', Body: AccountEvents },
];
