import { Flex, Tag } from 'antd';
import { platformAuditLog } from '../../../../../resources/audit-log.ts';
import type { AccountSessions } from '../../../../shared/account-page.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountTitle } from '../../../components/account-select.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DialogButton } from '../../../components/buttons.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { Section } from '../../../components/page-section.tsx';
import { Loaded } from '../../../components/states.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { PagedList } from './paged-list.tsx';

/** The devices of each person: how many, and when the last was used. */
function Devices({ devices }: { devices: AccountSessions['devices'] }) {
  if (devices.length === 0) return null;
  return (
    <Section title={t('admin-accounts.sessions.devices')}>
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
function Factors(props: { accountId: string; factors: AccountSessions['factors']; onReset: () => unknown }) {
  if (props.factors.length === 0) return null;
  return (
    <Section title={t('admin-accounts.factors.title')}>
      <ItemList
        bordered
        size="small"
        rows={props.factors}
        item={(one) => ({
          key: one.userId,
          title: one.user,
          text: [
            one.email,
            ...(one.totp ? [t('admin-accounts.factors.totp')] : []),
            ...(one.passkeys > 0 ? [t('admin-accounts.factors.passkeys', { count: one.passkeys })] : []),
          ].join(' · '),
          extra: (
            <DialogButton
              type="text"
              danger
              allowedBy={['account-sessions', 'reset-factor']}
              dialog={(close) => (
                <ReasonDialog
                  title={t('admin-accounts.factors.resetTitle', { name: one.user })}
                  text={t('admin-accounts.factors.resetText')}
                  action={t('admin-accounts.factors.reset')}
                  done={() => t('admin-accounts.factors.done', { name: one.user })}
                  url={`/admin/accounts/${props.accountId}/reset-factor`}
                  values={{ userId: one.userId }}
                  onDone={props.onReset}
                  onClose={close}
                />
              )}
            >
              {t('admin-accounts.factors.reset')}
            </DialogButton>
          ),
        })}
      />
    </Section>
  );
}

/** Sign-ins, failed ones included, and denials. */
function Entries({ accountId }: { accountId: string }) {
  const all = (
    <ButtonLink type="link" size="small" to={`${platformAuditLog.path}?accountId=${accountId}`}>
      {t('admin-accounts.sessions.all')}
    </ButtonLink>
  );
  return (
    <Section title={t('admin-accounts.sessions.entries')} extra={all}>
      <PagedList<AuditEntry>
        bordered
        size="small"
        of={[platformAuditLog.name, accountId, [{ field: 'group', operator: 'in', value: ['access', 'staff'] }]]}
        empty={t('admin-accounts.sessions.noEntries')}
        item={({ id, action, userName, actorName, ip, at, detail }) => ({
          key: id,
          title: t(`audit.actions.${action}`, action),
          facts: [
            [userName, actorName].filter(Boolean).join(' · '),
            ip,
            typeof detail.row === 'string' && <code title={t('admin-accounts.sessions.row')}>{detail.row}</code>,
          ],
          extra: <MomentText iso={at} />,
        })}
      />
    </Section>
  );
}

export function AccountAccess({ account }: { account: AccountRow }) {
  const { id: accountId } = account;
  const name = accountTitle(account);
  const path = `/admin/accounts/${accountId}/sessions`;
  const query = useGet<AccountSessions>(path);
  const endAll = (
    <DialogButton
      danger
      allowedBy={['account-sessions', 'end']}
      dialog={(close) => (
        <ReasonDialog
          title={t('admin-accounts.sessions.endTitle', { name })}
          text={t('admin-accounts.sessions.endText')}
          action={t('admin-accounts.sessions.endAll')}
          done={() => t('admin-accounts.sessions.ended', { name })}
          url={`${path}/end`}
          onDone={query.refetch}
          onClose={close}
        />
      )}
    >
      {t('admin-accounts.sessions.endAll')}
    </DialogButton>
  );
  return (
    <Flex vertical gap="large">
      <Loaded query={query}>
        {({ data: { data: sessions, devices, factors } }) => (
          <>
            <Section title={t('admin-accounts.sessions.title')} extra={sessions.length > 0 && endAll}>
              <ItemList
                bordered
                rows={sessions}
                empty={t('admin-accounts.sessions.none')}
                item={({ id, user, email, isStaff, way, ip, signedInAt, usedAt }) => ({
                  key: id,
                  title: (
                    <>
                      {user} {isStaff && <Tag bordered={false}>{t('admin-accounts.sessions.staff')}</Tag>}
                    </>
                  ),
                  facts: [
                    email,
                    way && t(`admin-accounts.sessions.ways.${way}`, way),
                    ip,
                    <>
                      {t('admin-accounts.sessions.signedIn')} <MomentText iso={signedInAt} />
                    </>,
                    <>
                      {t('admin-accounts.sessions.used')} <MomentText iso={usedAt} />
                    </>,
                  ],
                })}
              />
            </Section>
            <Devices devices={devices} />
            <Factors accountId={accountId} factors={factors} onReset={query.refetch} />
          </>
        )}
      </Loaded>
      <Entries accountId={accountId} />
    </Flex>
  );
}
