import { Alert, Button, Card, Flex, Steps, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { channels } from '../../../../../resources/channels.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { ChannelCheck, ChannelChecks, SilencedContacts } from '../../../../shared/channel-checks.ts';
import { CHECK_STEPS } from '../../../../shared/channels.ts';
import { CallButton } from '../../../components/buttons.tsx';
import { CopyField } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useGet, usePost } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';
import './channels.css';

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
            extra: reason === 'phone' && (
              <CallButton
                allowedBy={[channels.name, 'resume']}
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

type Channel = RecordOf<typeof channels>;
type SetupStep = ChannelCheck['step'];

/** Fields of the webhook to subscribe to, as Meta names them. */
const WEBHOOK_FIELDS = ['messages', 'smb_message_echoes'];
const STEP_STATES = { ok: 'finish', waiting: 'wait', bad: 'error' } as const;
const TONES = { ok: 'good', waiting: 'waiting', bad: 'bad' } as const;

/** The steps at Meta, each with what it needs and what the check found. Checks when it is opened. */
function SetupSteps({ channel }: { channel: Channel }) {
  const canCheck = useAllowed(channels.name, 'check');
  const query = usePost<ChannelChecks>(`${channels.api}/${channel.id}/check`, { enabled: canCheck });
  const checkOf = (step: SetupStep) => query.data?.data.checks.find((one) => one.step === step);
  const parts: Partial<Record<SetupStep, ReactNode>> = {
    webhook: <WebhookFields channel={channel} />,
    message: <TestMessage phone={query.data?.data.phone ?? channel.phone} />,
  };
  return (
    <Card>
      <Flex wrap justify="space-between" align="center" gap={12} className="channel-steps-head">
        <h2>{t('channels.setup.title')}</h2>
        {canCheck && (
          <Button icon={<Icon name="refresh" />} loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('channels.setup.check')}
          </Button>
        )}
      </Flex>
      {query.error && <LoadError query={query} />}
      <Steps
        direction="vertical"
        className="channel-steps"
        items={CHECK_STEPS.map((step) => {
          const check = checkOf(step);
          return {
            status: check ? STEP_STATES[check.state] : 'wait',
            title: <h3>{t(`channels.setup.steps.${step}.title`)}</h3>,
            description: (
              <Flex vertical gap={12}>
                <p>{t(`channels.setup.steps.${step}.text`)}</p>
                {parts[step]}
                <div role="status">{check && <Found check={check} />}</div>
              </Flex>
            ),
          };
        })}
      />
    </Card>
  );
}

/** What a check found and, if something is wrong, who must act. */
function Found({ check: { step, state, problem, actor, detail } }: { check: ChannelCheck }) {
  if (state !== 'bad')
    return (
      <StatusDot tone={TONES[state]}>
        <span>{problem ? t(`channels.setup.problems.${problem}`) : (detail ?? t(`channels.setup.good.${step}`))}</span>
      </StatusDot>
    );
  return (
    <Alert
      type="error"
      showIcon
      message={t(`channels.setup.problems.${problem}`)}
      description={
        <Flex vertical gap={4}>
          {actor && <strong>{t(`channels.setup.actors.${actor}`)}</strong>}
          {detail && <Typography.Text type="secondary">{t('channels.setup.detail', { detail })}</Typography.Text>}
        </Flex>
      }
    />
  );
}

function WebhookFields({ channel: { id, verifyToken } }: { channel: Channel }) {
  return (
    <Flex vertical gap={8}>
      <span>{t('channels.setup.url.label')}</span>
      <CopyField
        value={`${window.location.origin}/api/webhooks/whatsapp/${id}`}
        texts="channels.setup.url"
        type="default"
      />
      <span>{t('channels.setup.token.label')}</span>
      <CopyField value={verifyToken} texts="channels.setup.token" type="default" />
      <Flex wrap gap={8} align="center">
        <span>{t('channels.setup.fields')}</span>
        {WEBHOOK_FIELDS.map((field) => (
          <Tag key={field}>{field}</Tag>
        ))}
      </Flex>
    </Flex>
  );
}

function TestMessage({ phone }: { phone: string | null }) {
  if (!phone) return null;
  const url = `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(t('channels.setup.hello'))}`;
  return (
    <Typography.Link href={url} target="_blank" rel="noopener noreferrer">
      {t('channels.setup.write', { phone })}
    </Typography.Link>
  );
}
