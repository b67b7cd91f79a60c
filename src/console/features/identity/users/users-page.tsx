import { useCustomMutation, useInvalidate } from '@refinedev/core';
import { Flex, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { users } from '../../../../../resources/users.ts';
import { CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { successNotice } from '../../../components/notices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { calledOf, isInvited, type Person, whyFixed } from './person.ts';
import { useCountdown } from './use-countdown.ts';
import '../identity.css';

/** Without the list's standard row actions, because the actions of a row depend on the person. */
const listed = { ...users, actions: ['list', 'show', 'create'] };
const COLUMNS = ['name', 'role', 'contextIds', 'status', 'createdAt'];

/** The people of the account and their access, including those who have not accepted their invitation. */
export function UsersPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { data: me } = useMe();
  const canEdit = useAllowed('users', 'edit');
  const [doomed, setDoomed] = useState<Person>();
  const href = (person: Person) =>
    canEdit && me && !whyFixed(me, person) ? `${users.path}/edit/${person.id}${search}` : undefined;
  const actions = useActions(href, setDoomed);
  return (
    <>
      <ListPage
        resource={listed}
        columns={COLUMNS}
        hrefOf={href}
        cells={{
          name: (row) => <Who person={row} isMe={row.id === me?.id} />,
          contextIds: (row) => <Contexts ids={row.contextIds} />,
          status: (row) => <FieldCell resource={users} name="status" value={row.status} />,
        }}
        nameOf={calledOf}
        actions={actions}
        create={
          <ButtonLink to={`${users.path}/new${search}`} type="primary" icon={<Icon name="add" />}>
            {t('users.new')}
          </ButtonLink>
        }
      />
      <DeleteDialog resource={users} row={doomed} nameOf={calledOf} onClose={() => setDoomed(undefined)} />
    </>
  );
}

function Who({ person, isMe }: { person: Person; isMe: boolean }) {
  const { t } = useTranslation();
  const { name, email } = person;
  return (
    <Flex align="center" gap={10}>
      <Avatar name={name ?? email} picture={null} size={28} />
      <div className="cell-lines">
        <Flex align="center" gap="small">
          <span className="cell-line thing-name" title={name ?? email}>
            {name ?? email}
          </span>
          {isMe && (
            <Tag color="success" bordered={false}>
              {t('users.you')}
            </Tag>
          )}
        </Flex>
        <span className="cell-line cell-small" title={email}>
          {name ? email : t('users.none.name')}
        </span>
      </div>
    </Flex>
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

/** Returns a function that lists a row's actions. Users cannot act on themselves, nor on owners unless they are one. */
function useActions(href: (person: Person) => string | undefined, remove: (person: Person) => void) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const canResend = useAllowed('users', 'resend');
  const canDelete = useAllowed('users', 'delete');
  const { resend, isBusy, secondsOf } = useResend();
  return (person: Person): RowAction[] => {
    if (whyFixed(me, person)) return [];
    const name = calledOf(person);
    const seconds = secondsOf(person);
    const to = href(person);
    const sending = {
      label: t('users.resendTo', { email: person.email }),
      hint: seconds > 0 ? t('users.resendIn', { count: seconds }) : t('users.resend'),
      disabled: isBusy || seconds > 0,
      onClick: () => resend(person),
    };
    const removal = { label: t('users.removeName', { name }), hint: t('users.delete.action') };
    return [
      ...(canResend && isInvited(person) ? [{ icon: 'refresh' as const, ...sending }] : []),
      ...(to ? [{ icon: 'edit' as const, label: t('resource.editName', { name }), hint: t('resource.edit'), to }] : []),
      ...(canDelete ? [{ icon: 'trash' as const, danger: true, onClick: () => remove(person), ...removal }] : []),
    ];
  };
}

/** Sends invitations again. `secondsOf` returns how many seconds a person's invitation must wait after it was sent. */
function useResend() {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation();
  const [last, setLast] = useState<string>();
  const wait = useCountdown();
  const resend = ({ id, email }: Person) =>
    mutate(
      {
        url: `${users.api}/${id}/resend-invitation`,
        method: 'post',
        values: {},
        successNotification: successNotice(t('users.resent', { email })),
      },
      {
        onSuccess: () => {
          setLast(id);
          wait.start(CODE_RESEND_SECONDS);
          void invalidate({ resource: users.name, invalidates: ['list', 'many'] });
        },
      },
    );
  return { resend, isBusy: mutation.isPending, secondsOf: ({ id }: Person) => (id === last ? wait.seconds : 0) };
}
