import { useInfiniteList } from '@refinedev/core';
import { Button, Flex, List, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { platformAuditLog } from '../../../../../resources/audit-log.ts';
import type { AccountSessions } from '../../../../shared/account-page.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Section } from '../../../components/section.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useGet } from '../../../components/use-get.ts';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { listOf, PagedList } from './paged-list.tsx';

type Session = AccountSessions['data'][number];

function SessionItem({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { user, email, isStaff, way, ip, signedInAt, usedAt } = session;
  return (
    <List.Item>
      <List.Item.Meta
        title={
          <>
            {user} {isStaff && <Tag bordered={false}>{t('admin-accounts.sessions.staff')}</Tag>}
          </>
        }
        description={
          <Flex wrap gap="2px 12px" className="figures">
            <span>{email}</span>
            {way && <span>{t(`admin-accounts.sessions.ways.${way}`, way)}</span>}
            {ip && <span>{ip}</span>}
            <span>
              {t('admin-accounts.sessions.signedIn')} <MomentText iso={signedInAt} />
            </span>
            <span>
              {t('admin-accounts.sessions.used')} <MomentText iso={usedAt} />
            </span>
          </Flex>
        }
      />
    </List.Item>
  );
}

/** The devices of each person: how many, and when the last was used. */
function Devices({ devices }: { devices: AccountSessions['devices'] }) {
  const { t } = useTranslation();
  if (devices.length === 0) return null;
  return (
    <Section level={3} title={t('admin-accounts.sessions.devices')}>
      <ul className="plain">
        {[...Map.groupBy(devices, ({ user }) => user)].map(([user, [last, ...others]]) => (
          <li key={user}>
            {t('admin-accounts.sessions.known', { user, count: others.length + 1 })}{' '}
            {last && <MomentText iso={last.seenAt} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Who has a second factor, and its removal for somebody who has lost the device. */
function Factors(props: { accountId: string; factors: AccountSessions['factors']; onReset: () => void }) {
  const { t } = useTranslation();
  const canReset = useAllowed('account-sessions', 'reset-factor');
  const [person, setPerson] = useState<AccountSessions['factors'][number]>();
  if (props.factors.length === 0) return null;
  return (
    <Section level={3} title={t('admin-accounts.factors.title')}>
      <List
        bordered
        size="small"
        dataSource={props.factors}
        rowKey="userId"
        renderItem={(one) => (
          <List.Item
            extra={
              canReset && (
                <Button type="text" danger onClick={() => setPerson(one)}>
                  {t('admin-accounts.factors.reset')}
                </Button>
              )
            }
          >
            <List.Item.Meta
              title={one.user}
              description={[
                one.email,
                ...(one.totp ? [t('admin-accounts.factors.totp')] : []),
                ...(one.passkeys > 0 ? [t('admin-accounts.factors.passkeys', { count: one.passkeys })] : []),
              ].join(' · ')}
            />
          </List.Item>
        )}
      />
      {person && (
        <ReasonDialog
          title={t('admin-accounts.factors.resetTitle', { name: person.user })}
          text={t('admin-accounts.factors.resetText')}
          action={t('admin-accounts.factors.reset')}
          done={() => t('admin-accounts.factors.done', { name: person.user })}
          run={async (given) => {
            const body = { userId: person.userId, ...given };
            await request(`/admin/accounts/${props.accountId}/reset-factor`, { method: 'POST', body });
            props.onReset();
          }}
          onClose={() => setPerson(undefined)}
        />
      )}
    </Section>
  );
}

/** Sign-ins, failed ones included, and denials. */
function Entries({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const own = listOf(platformAuditLog.name, accountId);
  const filters = [...own.filters, { field: 'group', operator: 'in' as const, value: ['access', 'staff'] }];
  const { query } = useInfiniteList<AuditEntry>({ ...own, filters });
  const all = (
    <ButtonLink type="link" size="small" to={`${platformAuditLog.path}?accountId=${accountId}`}>
      {t('admin-accounts.sessions.all')}
    </ButtonLink>
  );
  return (
    <Section level={3} title={t('admin-accounts.sessions.entries')} extra={all}>
      <PagedList query={query} empty={t('admin-accounts.sessions.noEntries')}>
        {(entries) => (
          <List
            bordered
            size="small"
            dataSource={entries}
            rowKey="id"
            renderItem={({ action, userName, actorName, ip, at, detail }) => (
              <List.Item extra={<MomentText iso={at} />}>
                <List.Item.Meta
                  title={t(`audit.actions.${action}`, action)}
                  description={
                    <Flex wrap gap="2px 12px" className="figures">
                      <span>{[userName, actorName].filter(Boolean).join(' · ')}</span>
                      {ip && <span>{ip}</span>}
                      {typeof detail.row === 'string' && (
                        <code title={t('admin-accounts.sessions.row')}>{detail.row}</code>
                      )}
                    </Flex>
                  }
                />
              </List.Item>
            )}
          />
        )}
      </PagedList>
    </Section>
  );
}

export function AccountAccess({ accountId, name }: { accountId: string; name: string }) {
  const { t } = useTranslation();
  const path = `/admin/accounts/${accountId}/sessions`;
  const query = useGet<AccountSessions>(path);
  const canEnd = useAllowed('account-sessions', 'end');
  const [isEnding, setIsEnding] = useState(false);
  const endAll = canEnd && (
    <Button danger onClick={() => setIsEnding(true)}>
      {t('admin-accounts.sessions.endAll')}
    </Button>
  );
  return (
    <Flex vertical gap="large">
      <Loaded query={query}>
        {({ data: { data: sessions, devices, factors } }) => (
          <>
            <Section level={3} title={t('admin-accounts.sessions.title')} extra={sessions.length > 0 && endAll}>
              <List
                bordered
                dataSource={sessions}
                rowKey="id"
                locale={{ emptyText: t('admin-accounts.sessions.none') }}
                renderItem={(session) => <SessionItem session={session} />}
              />
            </Section>
            <Devices devices={devices} />
            <Factors accountId={accountId} factors={factors} onReset={() => void query.refetch()} />
          </>
        )}
      </Loaded>
      <Entries accountId={accountId} />
      {isEnding && (
        <ReasonDialog
          title={t('admin-accounts.sessions.endTitle', { name })}
          text={t('admin-accounts.sessions.endText')}
          action={t('admin-accounts.sessions.endAll')}
          done={() => t('admin-accounts.sessions.ended', { name })}
          run={async (body) => {
            await request(`${path}/end`, { method: 'POST', body });
            void query.refetch();
          }}
          onClose={() => setIsEnding(false)}
        />
      )}
    </Flex>
  );
}
