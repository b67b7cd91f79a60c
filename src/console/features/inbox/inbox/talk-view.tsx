import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { InboxRow, TalkMessage } from '../../../../shared/handover.ts';
import { mergeTalk } from '../../../../shared/merge-talk.ts';
import { Icon } from '../../../components/icon.tsx';
import { Loaded } from '../../../components/states.tsx';
import { ChannelPartLine, TalkLine, type TalkLineProps, useChannelParts } from '../../../components/talk-line.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useMe } from '../../../session/me.ts';
import { Brief } from './brief.tsx';
import { Composer, type Draft } from './composer.tsx';
import { CloseDialog, TransferDialog } from './dialogs.tsx';
import { StateText } from './inbox-list.tsx';
import { type InboxTalk, type ShownExchange, useCatchUp, useTalk } from './use-inbox.ts';

/** A message on its way. Sending it again with the same id does no harm. */
interface OutgoingReply {
  id: string;
  text: string;
  isNote: boolean;
  hasFailed: boolean;
}

/** One conversation with its brief. */
export function TalkView({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useTalk(id);
  return (
    <Loaded query={query} back="/inbox">
      {(talk) => <OpenTalk talk={talk} onBack={onBack} />}
    </Loaded>
  );
}

/** Sends messages in their order, one at a time. */
function useSending(row: InboxRow) {
  const catchUp = useCatchUp();
  const [outgoing, setOutgoing] = useState<readonly OutgoingReply[]>([]);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const post = async (one: OutgoingReply) => {
    const { id, text, isNote } = one;
    try {
      const sent = await request<TalkMessage>(`/inbox/${row.id}/messages`, {
        method: 'POST',
        body: { id, text, isNote },
      });
      await catchUp({ ...row, lastSeq: sent.seq });
      setOutgoing((now) => now.filter((other) => other.id !== id));
    } catch {
      setOutgoing((now) => now.map((other) => (other.id === id ? { ...other, hasFailed: true } : other)));
    }
  };
  const queue = (one: OutgoingReply) => {
    turn.current = turn.current.then(() => post(one));
  };
  return {
    outgoing,
    send(text: string, isNote: boolean) {
      const one = { id: crypto.randomUUID(), text, isNote, hasFailed: false };
      setOutgoing((now) => [...now, one]);
      queue(one);
    },
    again(one: OutgoingReply) {
      setOutgoing((now) => now.map((other) => (other.id === one.id ? { ...other, hasFailed: false } : other)));
      queue(one);
    },
  };
}

/** Drafts from the base for what the visitor wrote last. */
function useDrafts({ row, messages, brief }: InboxTalk, isMine: boolean): readonly Draft[] {
  const last = messages.findLast(({ author }) => author === 'visitor')?.text;
  const question = (last ?? brief.wants ?? '').slice(0, 2_000);
  const { data } = useQuery({
    queryKey: ['inbox', 'draft', row.id, question],
    enabled: isMine && question !== '',
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      request<{ drafts: Draft[] }>(`/inbox/${row.id}/draft`, { method: 'POST', body: { question }, signal }),
  });
  return data?.drafts ?? [];
}

/** Tells the visitor what was read, while the window is in view. */
function useReading(row: InboxRow, isMine: boolean): void {
  const { id, lastSeq, personReadTo } = row;
  useEffect(() => {
    const tell = () => {
      if (!isMine || document.hidden || lastSeq <= personReadTo) return;
      void request(`/inbox/${id}/signs`, { method: 'POST', body: { readTo: lastSeq } }).catch(() => undefined);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [id, isMine, lastSeq, personReadTo]);
}

function OpenTalk({ talk, onBack }: { talk: InboxTalk; onBack: () => void }) {
  const { row, brief } = talk;
  const { data: me } = useMe();
  const isMine = row.state === 'taken' && row.personId === me?.id;
  const { outgoing, send, again } = useSending(row);
  const [text, setText] = useState('');
  const isUnsent = isMine && (outgoing.length > 0 || text.trim() !== '');
  const drafts = useDrafts(talk, isMine);
  const [isBriefShown, setBriefShown] = useState(false);
  useReading(row, isMine);
  const sign = () => void request(`/inbox/${row.id}/signs`, { method: 'POST', body: {} }).catch(() => undefined);
  return (
    <div className="inbox-open">
      <section className="inbox-talk" aria-label={t('inbox.talk')}>
        <Flex wrap align="center" gap="small" className="inbox-head">
          <Button
            type="text"
            className="inbox-back"
            icon={<Icon name="back" />}
            aria-label={t('inbox.back')}
            onClick={onBack}
          />
          <div className="fill">
            <h2 className="part-heading inbox-cut">{row.visitorName ?? t('inbox.visitor')}</h2>
            <StateText row={row} />
          </div>
          <Button
            className="inbox-brief-button"
            onClick={() => setBriefShown(!isBriefShown)}
            aria-expanded={isBriefShown}
          >
            {t('inbox.showBrief')}
          </Button>
          <TalkActions row={row} isMine={isMine} isUnsent={isUnsent} />
        </Flex>
        <Messages talk={talk} outgoing={outgoing} again={again} below={drafts.length} />
        {isMine && <Composer {...{ text, setText, drafts, send, sign }} contextId={row.contextId} />}
      </section>
      <UnsavedGuard when={isUnsent} text={t('inbox.unsent')} query={['conversation']} />
      <div className={isBriefShown ? 'inbox-side inbox-side-shown' : 'inbox-side'}>
        <Brief brief={brief} protocol={row.protocol} />
      </div>
    </div>
  );
}

function TalkActions({ row, isMine, isUnsent }: { row: InboxRow; isMine: boolean; isUnsent: boolean }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'close' | 'transfer' | null>(null);
  const canTake = useAllowed('inbox', 'take');
  const { ask, question, call, isBusy } = useAskedCall();
  const actOf = (name: string, values: object = {}) => ({
    url: `/inbox/${row.id}/${name}`,
    values,
    onSuccess: () => setDialog(null),
    onSettled: () => void client.invalidateQueries({ queryKey: ['inbox'] }),
  });
  const act = (name: string, values?: object) => call(actOf(name, values));
  const giveBack = () =>
    isUnsent
      ? ask({
          ...actOf('return'),
          title: t('inbox.returnDialog.title'),
          text: t('inbox.unsent'),
          action: t('inbox.return'),
          isDanger: true,
        })
      : act('return');
  const close = { row, isUnsent, isBusy, onCancel: () => setDialog(null) };
  if (!canTake) return null;
  if (!isMine) {
    if (row.state === 'taken' && !row.isPersonGone) return null;
    return (
      <Button type="primary" loading={isBusy} onClick={() => act('take')}>
        {t('inbox.take')}
      </Button>
    );
  }
  return (
    <Flex wrap gap="small">
      <Button onClick={() => setDialog('transfer')}>{t('inbox.transfer')}</Button>
      <Button loading={isBusy} onClick={giveBack}>
        {t('inbox.return')}
      </Button>
      <Button onClick={() => setDialog('close')}>{t('inbox.close')}</Button>
      {question}
      {dialog === 'close' && <CloseDialog {...close} onClose={(reason) => act('close', { reason })} />}
      {dialog === 'transfer' && <TransferDialog {...close} onTransfer={(userId) => act('transfer', { userId })} />}
    </Flex>
  );
}

const TYPING_MS = 6_000;

/** Returns whether the visitor is typing. Nothing tells when they stop without sending. */
function useTyping({ isVisitorTyping, changedAt }: InboxRow): boolean {
  const [stopped, setStopped] = useState<string>();
  useEffect(() => {
    if (!isVisitorTyping) return;
    const timer = setTimeout(() => setStopped(changedAt), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isVisitorTyping, changedAt]);
  return isVisitorTyping && stopped !== changedAt;
}

interface Line extends TalkLineProps {
  key: string;
  seq?: number;
}

/** Returns the assistant's exchanges and the messages in the order in which they came. */
function linesOf({ exchanges, messages }: InboxTalk, names: { visitor: string; assistant: string }): Line[] {
  const momentOf = { exchange: (one: ShownExchange) => one.createdAt, message: (one: TalkMessage) => one.at };
  return mergeTalk(exchanges, messages, momentOf).flatMap((one): Line[] => {
    if ('message' in one) {
      const { id: key, seq, author, text, at, name } = one.message;
      return [{ key, seq, author, text, at, name: name ?? names.visitor }];
    }
    const { id, question, answer, createdAt: at } = one.exchange;
    return [
      { key: `${id}-q`, author: 'visitor', name: names.visitor, text: question, at },
      { key: `${id}-a`, author: 'assistant', name: names.assistant, text: answer, at },
    ];
  });
}

function Messages(props: {
  talk: InboxTalk;
  outgoing: readonly OutgoingReply[];
  again: (one: OutgoingReply) => void;
  /** How many drafts take room below. */
  below: number;
}) {
  const { talk, outgoing, again, below } = props;
  const { row } = talk;
  const end = useRef<HTMLDivElement>(null);
  const visitor = row.visitorName ?? t('inbox.visitor');
  const lines = linesOf(talk, { visitor, assistant: t('inbox.assistant') });
  const lastRead = lines.findLast(({ author, seq }) => author === 'person' && seq! <= row.visitorReadTo)?.key;
  const isTyping = useTyping(row);
  const parts = useChannelParts(row.id, row.changedAt);
  const shown = mergeTalk(lines, parts, { exchange: ({ at }) => at, message: ({ at }) => at });
  const size = shown.length + outgoing.length;
  useLayoutEffect(() => {
    const box = end.current?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  }, [size, isTyping, below]);
  return (
    <div className="inbox-messages" role="log" tabIndex={0} aria-label={t('inbox.talk')}>
      {shown.map((one) => {
        if ('message' in one)
          return <ChannelPartLine key={one.message.id} conversationId={row.id} part={one.message} visitor={visitor} />;
        const { key, seq: _, ...line } = one.exchange;
        return (
          <TalkLine key={key} {...line}>
            {key === lastRead && <span className="talk-name">{t('inbox.read')}</span>}
          </TalkLine>
        );
      })}
      {outgoing.map((one) => (
        <div key={one.id} className={`talk-message talk-sending talk-${one.isNote ? 'note' : 'person'}`}>
          <div className="talk-bubble">{one.text}</div>
          {one.hasFailed && (
            <span className="talk-name" role="alert">
              {t('inbox.failed')}{' '}
              <Button type="link" size="small" onClick={() => again(one)}>
                {t('inbox.again')}
              </Button>
            </span>
          )}
        </div>
      ))}
      {isTyping && <p className="talk-system">{t('inbox.typing')}</p>}
      <div ref={end} />
    </div>
  );
}
