import { Card } from 'antd';
import { Link } from 'react-router';
import { channels } from '../../../../../resources/channels.ts';
import type { SilencedContacts } from '../../../../shared/channel-checks.ts';
import { CallButton } from '../../../components/call-button.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
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

/** The visitors to whom the assistant does not speak, why, and a way to let it speak again. Nothing without any. */
function SilencedVisitors({ channelId }: { channelId: string }) {
  const canResume = useAllowed(channels.name, 'resume');
  const query = useGet<SilencedContacts>(`${channels.api}/${channelId}/silenced`, { refetchInterval: 30_000 });
  const contacts = query.data?.data.data ?? [];
  if (contacts.length === 0) return null;
  return (
    <Card title={t('channels.silenced.title')}>
      <ItemList
        rows={contacts}
        item={({ id, name, peer, reason, until, conversationId }) => {
          const who = name ?? `+${peer}`;
          return {
            key: id,
            title: conversationId ? <Link to={`/conversations/${conversationId}`}>{who}</Link> : who,
            text: (
              <>
                {t(`channels.silenced.reasons.${reason}`)} {until && <MomentText iso={until} />}
              </>
            ),
            extra: reason === 'phone' && canResume && (
              <CallButton
                call={{
                  url: `${channels.api}/${channelId}/resume`,
                  values: { contactId: id },
                  successText: t('channels.silenced.resumed', { who }),
                  onSettled: query.refetch,
                }}
              >
                {t('channels.silenced.resume')}
              </CallButton>
            ),
          };
        }}
      />
    </Card>
  );
}
