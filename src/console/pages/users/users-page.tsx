import { useInvalidate } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { users } from '../../../../resources/users.ts';
import { request } from '../../http/client.ts';
import { Avatar } from '../../layout/avatar.tsx';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { ButtonLink } from '../../resource/button-link.tsx';
import { DeleteDialog } from '../../resource/delete-dialog.tsx';
import { FieldCell } from '../../resource/field-cell.tsx';
import { Icon } from '../../resource/icon.tsx';
import { ListPage } from '../../resource/list-page.tsx';
import { RowAction } from '../../resource/row-actions.tsx';
import { useMay } from '../../resource/use-may.ts';
import type { Row } from '../../resource/use-rows.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { useMe } from '../../session/me.ts';
import { CODE_RESEND_SECONDS } from '../../../shared/constants.ts';
import { useCountdown } from './use-countdown.ts';
import { calledOf, isInvited, whyFixed, type Person } from './person.ts';
import './users.css';

const resource = users as unknown as Resource;
/** The list without the engine's own actions: which ones a row has depends on whose row it is. */
const listed: Resource = { ...resource, acts: ['list', 'show', 'create'] };
const COLUMNS = ['name', 'role', 'contextIds', 'status', 'createdAt'];
const personOf = (row: Row) => row as unknown as Person;

/** The people of the account: who they are, what they may do, and those still invited. */
export function UsersPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { data: me } = useMe();
  const mayEdit = useMay('users', 'edit');
  const [doomed, setDoomed] = useState<Row>();
  const href = (row: Row) =>
    mayEdit && me && !whyFixed(me, personOf(row)) ? `${users.path}/edit/${row.id}${search}` : undefined;
  return (
    <>
      <ListPage
        resource={listed}
        columns={COLUMNS}
        hrefOf={href}
        cells={{
          name: (row) => <Who person={personOf(row)} isMe={row.id === me?.id} />,
          contextIds: (row) => <Contexts ids={personOf(row).contextIds} />,
          status: (row) => <FieldCell resource={resource} name="status" value={row.status} />,
        }}
        actions={(row) => <Actions row={row} href={href(row)} remove={setDoomed} />}
        create={
          <ButtonLink to={`${users.path}/new${search}`} type="primary" icon={<Icon name="add" />}>
            {t('users.new')}
          </ButtonLink>
        }
      />
      <DeleteDialog
        resource={resource}
        row={doomed}
        nameOf={(row) => calledOf(personOf(row))}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

function Who({ person, isMe }: { person: Person; isMe: boolean }) {
  const { t } = useTranslation();
  const { name, email } = person;
  return (
    <span className="person">
      <Avatar name={name ?? email} picture={null} size={28} />
      <span className="person-lines">
        <span className="person-name">
          <span className="cell-line thing-name" title={name ?? email}>
            {name ?? email}
          </span>
          {isMe && <span className="person-you">{t('users.you')}</span>}
        </span>
        <span className="person-email" title={email}>
          {name ? email : t('users.none.name')}
        </span>
      </span>
    </span>
  );
}

function Contexts({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  if (ids.length === 0) return <span className="cell-line cell-quiet">{t('users.none.contextIds')}</span>;
  const names = contexts.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (names.length === 0) return <span className="cell-line cell-quiet">{t('users.noContext')}</span>;
  const written = new Intl.ListFormat('pt-BR').format(names);
  return (
    <span className="cell-line" title={written}>
      {written}
    </span>
  );
}

/** What can be done with one person; nothing with oneself, nor with an owner by who is none. */
function Actions({ row, href, remove }: { row: Row; href: string | undefined; remove: (row: Row) => void }) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const mayResend = useMay('users', 'resend');
  const mayDelete = useMay('users', 'delete');
  const invalidate = useInvalidate();
  const [isSending, setIsSending] = useState(false);
  const wait = useCountdown();
  const person = personOf(row);
  if (whyFixed(me, person)) return null;
  const name = calledOf(person);
  const resend = async () => {
    setIsSending(true);
    try {
      await request(`/users/${person.id}/resend-invitation`, { method: 'POST' });
      wait.start(CODE_RESEND_SECONDS);
      void invalidate({ resource: users.name, invalidates: ['list', 'many'] });
      notify({ type: 'success', message: t('users.resent', { email: person.email }) });
    } catch (failure) {
      void showFailure(failure);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <>
      {mayResend && isInvited(person) && (
        <RowAction
          icon="refresh"
          label={t('users.resendTo', { email: person.email })}
          hint={wait.seconds > 0 ? t('users.resendIn', { count: wait.seconds }) : t('users.resend')}
          onClick={() => void resend()}
          disabled={isSending || wait.seconds > 0}
        />
      )}
      {href && <RowAction icon="edit" label={t('resource.editName', { name })} hint={t('resource.edit')} to={href} />}
      {mayDelete && (
        <RowAction
          icon="trash"
          danger
          label={t('users.removeName', { name })}
          hint={t('users.delete.action')}
          onClick={() => remove(row)}
        />
      )}
    </>
  );
}
