import { Button, Card, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { channels } from '../../../../../resources/channels.ts';
import type { SilencedContacts } from '../../../../shared/channel-checks.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';
import { SetupSteps } from './setup-steps.tsx';

export default parts(channels, {
  // The steps at Meta with what each check found, and to whom the assistant does not speak.
  useShow: () => ({
    below: (channel) => (
      <>
        <SetupSteps key={channel.accessToken} channel={channel} />
        <SilencedVisitors channelId={channel.id} />
      </>
    ),
  }),
});

type Contact = SilencedContacts['data'][number];

/** The visitors to whom the assistant does not speak, why, and a way to let it speak again. Nothing without any. */
function SilencedVisitors({ channelId }: { channelId: string }) {
  const { t } = useTranslation();
  const query = useGet<SilencedContacts>(`${channels.api}/${channelId}/silenced`, { refetchInterval: 30_000 });
  const contacts = query.data?.data.data ?? [];
  if (contacts.length === 0) return null;
  return (
    <Card title={t('channels.silenced.title')}>
      <List
        dataSource={contacts}
        rowKey="id"
        renderItem={(contact) => (
          <SilencedVisitor channelId={channelId} contact={contact} onChanged={() => void query.refetch()} />
        )}
      />
    </Card>
  );
}

function SilencedVisitor(props: { channelId: string; contact: Contact; onChanged: () => void }) {
  const { id, name, peer, reason, until, conversationId } = props.contact;
  const { t } = useTranslation();
  const { call, isBusy } = useCall();
  const canResume = useAllowed(channels.name, 'resume');
  const who = name ?? `+${peer}`;
  const resume = () =>
    call({
      url: `${channels.api}/${props.channelId}/resume`,
      values: { contactId: id },
      successText: t('channels.silenced.resumed', { who }),
      onSettled: props.onChanged,
    });
  return (
    <List.Item
      actions={
        reason === 'phone' && canResume
          ? [
              <Button key="resume" loading={isBusy} onClick={resume}>
                {t('channels.silenced.resume')}
              </Button>,
            ]
          : []
      }
    >
      <List.Item.Meta
        title={conversationId ? <Link to={`/conversations/${conversationId}`}>{who}</Link> : who}
        description={
          <>
            {t(`channels.silenced.reasons.${reason}`)} {until && <MomentText iso={until} />}
          </>
        }
      />
    </List.Item>
  );
}
