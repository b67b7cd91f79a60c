import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChannelPart } from '../../shared/channel-parts.ts';
import type { TalkMessage } from '../../shared/handover.ts';
import { request } from '../http/client.ts';
import { t } from '../providers/i18n.ts';
import { CallButton } from './buttons.tsx';
import { DownloadButton } from './downloads.tsx';
import { Icon } from './icon.tsx';
import { MomentText } from './moment-text.tsx';
import './talk-line.css';

export type TalkLineProps = Pick<TalkMessage, 'text' | 'at'> & {
  author: TalkMessage['author'] | 'assistant';
  /** Who wrote it, or whom a change of state is about. */
  name: string;
  /** Shown below. */
  children?: ReactNode;
};

/** A message of a talk between a visitor and a person, a note, or a change of its state. Needs the `inbox` texts. */
export function TalkLine({ author, name, text, at, children }: TalkLineProps) {
  if (author === 'system') return <p className="talk-system">{t(`inbox.system.${text}`, { person: name })}</p>;
  return (
    <div className={`talk-message talk-${author}`}>
      <span className="talk-name">
        {author === 'note' ? `${t('inbox.note')} · ${name}` : name} · <MomentText iso={at} />
      </span>
      <div className="talk-bubble">{text}</div>
      {children}
    </div>
  );
}

const KEY = 'channel-parts';
const NONE: readonly ChannelPart[] = [];

/** Returns what went through a channel beside a conversation. It is read again when `asOf` changes. */
export function useChannelParts(conversationId: string, asOf: string): readonly ChannelPart[] {
  const { data } = useQuery({
    queryKey: [KEY, conversationId, asOf],
    queryFn: ({ signal }) =>
      request<{ data: ChannelPart[] }>(`/conversations/${conversationId}/channel-parts`, { signal }),
    placeholderData: keepPreviousData,
  });
  return data?.data ?? NONE;
}

interface ChannelPartProps {
  conversationId: string;
  part: ChannelPart;
  visitor: string;
}

/** A message from the phone, a visitor's file, or a message that was not delivered. Needs the `inbox` texts. */
export function ChannelPartLine({ conversationId, part, visitor }: ChannelPartProps) {
  const { id, kind, at, text, fileName } = part;
  if (kind === 'unsent') return <UnsentLine conversationId={conversationId} part={part} />;
  if (kind === 'echo') return <TalkLine author="person" name={t('inbox.parts.phone')} text={text} at={at} />;
  return (
    <TalkLine author="visitor" name={visitor} text={text} at={at}>
      {fileName && (
        <div>
          <DownloadButton
            path={`/conversations/${conversationId}/channel-files/${id}`}
            name={fileName}
            label={t('inbox.parts.download')}
          />
        </div>
      )}
    </TalkLine>
  );
}

function UnsentLine({ conversationId, part }: Pick<ChannelPartProps, 'conversationId' | 'part'>) {
  const client = useQueryClient();
  const { id: sendId, text, at, reason, canResend } = part;
  const resend = {
    url: `/conversations/${conversationId}/resend`,
    values: { sendId },
    successText: t('inbox.parts.resent'),
    onSettled: () => void client.invalidateQueries({ queryKey: [KEY, conversationId] }),
  };
  return (
    <div className="talk-message talk-person">
      <span className="talk-name">
        <Icon name="warning" size={14} /> {reason} · <MomentText iso={at} />
      </span>
      <div className="talk-bubble">{text}</div>
      {canResend && (
        <CallButton type="link" size="small" allowedBy={['inbox', 'reply']} call={resend}>
          {t('inbox.parts.resend')}
        </CallButton>
      )}
    </div>
  );
}
