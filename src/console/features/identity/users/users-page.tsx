import { Flex, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { users } from '../../../../../resources/users.ts';
import { CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { calledOf, isInvited, type Person, reasonNotEditable } from './person.ts';
import '../identity.css';

/** Counts seconds down to 0. `start` sets the number of seconds and starts the countdown. */
function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0);
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return { seconds, start: setSeconds };
}

const COLUMNS = ['name', 'role', 'contextIds', 'status', 'createdAt'];

/** The people of the account and their access, including those who have not accepted their invitation. */
export function UsersPage() {
  const { data: me } = useMe();
  return (
    <ListPage
      resource={users}
      columns={COLUMNS}
      hrefOf={() => undefined}
      isFixed={(person) => reasonNotEditable(me, person) !== undefined}
      cells={{
        name: (row) => <Who person={row} isMe={row.id === me?.id} />,
        contextIds: (row) => <Contexts ids={row.contextIds} />,
      }}
      nameOf={calledOf}
      actions={useResending()}
    />
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
          <span className="cell-line row-title" title={name ?? email}>
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
  const formatted = new Intl.ListFormat('pt-BR').format(names);
  return (
    <span className="cell-line" title={formatted}>
      {formatted}
    </span>
  );
}

/** Returns the action that sends an invitation again, after a pause since the last time. */
function useResending(): (person: Person) => RowAction[] {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const canResend = useAllowed('users', 'resend');
  const { call, isBusy } = useCall(users.name);
  const [last, setLast] = useState<string>();
  const wait = useCountdown();
  const resend = ({ id, email }: Person) =>
    call({
      url: `${users.api}/${id}/resend-invitation`,
      successText: t('users.resent', { email }),
      onSuccess: () => {
        setLast(id);
        wait.start(CODE_RESEND_SECONDS);
      },
    });
  return (person) => {
    if (!canResend || !isInvited(person) || reasonNotEditable(me, person)) return [];
    const count = person.id === last ? wait.seconds : 0;
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
