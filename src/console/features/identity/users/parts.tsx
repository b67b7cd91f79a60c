import { Flex, Tag } from 'antd';
import { useState } from 'react';
import { users } from '../../../../../resources/users.ts';
import { CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { parts } from '../../../resource/parts.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useMe } from '../../../session/me.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import { displayName, isInvited, type Person, reasonNotEditable } from './person.ts';

export default parts(users, {
  useList: () => {
    const { data: me } = useMe();
    return {
      hrefOf: () => undefined,
      isFixed: (person) => reasonNotEditable(me, person) !== undefined,
      cells: {
        name: (row) => <Who person={row} isMe={row.id === me?.id} />,
      },
      nameOf: displayName,
      actions: useResending(),
    };
  },
});

function Who({ person, isMe }: { person: Person; isMe: boolean }) {
  const { name, email } = person;
  const called = displayName(person);
  return (
    <Flex align="center" gap={10}>
      <Avatar name={called} picture={null} size={28} />
      <div className="cell-lines">
        <Flex align="center" gap="small">
          <Line value={called} className="row-title" />
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

/** Returns the action that sends an invitation again, after a pause since the last time. */
function useResending(): (person: Person) => RowAction[] {
  const { data: me } = useMe();
  const canResend = useAllowed('users', 'resend');
  const { call, isBusy } = useCall(users.name);
  const [last, setLast] = useState({ id: '', readyAt: 0 });
  const seconds = useSecondsUntil(last.readyAt);
  const resend = ({ id, email }: Person) =>
    call({
      url: `${users.api}/${id}/resend-invitation`,
      successText: t('users.resent', { email }),
      onSuccess: () => setLast({ id, readyAt: Date.now() + CODE_RESEND_SECONDS * 1_000 }),
    });
  return (person) => {
    if (!canResend || !isInvited(person) || reasonNotEditable(me, person)) return [];
    const count = person.id === last.id ? seconds : 0;
    return [
      {
        icon: 'refresh',
        label: t('users.resendTo', { email: person.email }),
        hint: count > 0 ? t('users.resendIn', { count }) : t('users.resend'),
        disabled: isBusy || count > 0,
        onClick: () => resend(person),
      },
    ];
  };
}
