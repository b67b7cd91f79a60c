import { Alert, Button, Card, Checkbox, Flex, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeReasons } from '../../../../../resources/close-reasons.ts';
import { preparedAnswers } from '../../../../../resources/prepared-answers.ts';
import { INBOX_VIEWS, type InboxRow, type InboxView } from '../../../../shared/handover.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { NeedsContext } from '../../../components/needs-context.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useMe } from '../../../session/me.ts';
import { KEYS } from '../../../state/store.ts';
import { useStoredSwitch } from '../../../state/use-stored-switch.ts';
import { InboxList, rowsIn } from './inbox-list.tsx';
import { SettingsDialog, useSettings } from './settings-dialog.tsx';
import { TalkView } from './talk-view.tsx';
import { useInbox } from './use-inbox.ts';
import './inbox.css';

/** Where people serve visitors: the queue, their own conversations, and one conversation beside its brief. */
export function InboxPage() {
  const [setting, setSetting] = useState<'change' | 'turnOn' | null>(null);
  const canEdit = useAllowed('handover', 'edit');
  return (
    <PageFrame
      wide
      title={t('inbox.title')}
      intro={t('inbox.intro')}
      action={
        <>
          <ButtonLink to={preparedAnswers.path!}>{t('inbox.manage.prepared')}</ButtonLink>
          <ButtonLink to={closeReasons.path!}>{t('inbox.manage.reasons')}</ButtonLink>
          {canEdit && <Button onClick={() => setSetting('change')}>{t('inbox.manage.settings')}</Button>}
        </>
      }
    >
      <NeedsContext>
        {(context) => (
          <>
            <Inbox context={context} onSet={canEdit ? () => setSetting('turnOn') : undefined} />
            {setting && (
              <SettingsDialog context={context} turnsOn={setting === 'turnOn'} onClose={() => setSetting(null)} />
            )}
          </>
        )}
      </NeedsContext>
    </PageFrame>
  );
}

function Inbox({ context, onSet }: { context: SessionContext; onSet?: () => void }) {
  const { data: me } = useMe();
  const notices = useNotices();
  const { query, isLost } = useInbox(notices.tell);
  const settings = useSettings(context.id);
  const [params, setParams] = useSearchParams();
  const open = params.get('conversation');
  const [view, setView] = useState<InboxView>('waiting');
  const setOpen = (id: string | null) => setParams(id ? { conversation: id } : {}, { replace: true });
  const rows: readonly InboxRow[] = query.data ?? [];
  const hasNothing = !query.isPending && open === null && rowsIn(view, rows, me?.id).length === 0;
  const counts = { waiting: rowsIn('waiting', rows, me?.id), mine: rowsIn('mine', rows, me?.id) };
  useTitleBadge(counts.waiting.length + counts.mine.filter(({ unread }) => unread > 0).length);
  if (settings.data?.isOn === false && query.data?.length === 0) {
    return (
      <EmptyState
        drawing="talk"
        title={t('inbox.empty.off.title')}
        text={t(onSet ? 'inbox.empty.off.text' : 'inbox.empty.off.others')}
        action={
          onSet && (
            <Button type="primary" onClick={onSet}>
              {t('inbox.empty.off.action')}
            </Button>
          )
        }
      />
    );
  }
  const labelOf = (name: InboxView) => {
    const count = name === 'all' ? 0 : counts[name].length;
    return `${t(`inbox.views.${name}`)}${count > 0 ? ` (${count})` : ''}`;
  };
  return (
    <>
      {isLost && <Alert type="warning" showIcon role="status" className="stale" message={t('inbox.offline')} />}
      <Card
        className={`inbox${open ? ' inbox-opened' : hasNothing ? ' inbox-calm' : ''}`}
        styles={{ body: { padding: 0 } }}
      >
        <div className="inbox-side-list">
          <Flex vertical gap="small" className="inbox-filter">
            <Segmented
              block
              aria-label={t('inbox.title')}
              value={view}
              options={INBOX_VIEWS.map((value) => ({ value, label: labelOf(value) }))}
              onChange={setView}
            />
            <Flex wrap gap="small">
              <Checkbox checked={notices.hasSound} onChange={({ target }) => notices.setSound(target.checked)}>
                {t('inbox.notify.sound')}
              </Checkbox>
              <Checkbox checked={notices.hasBrowser} onChange={({ target }) => void notices.askBrowser(target.checked)}>
                {t('inbox.notify.browser')}
              </Checkbox>
            </Flex>
          </Flex>
          <Loaded query={query}>
            {(all) => <InboxList view={view} rows={rowsIn(view, all, me?.id)} open={open} onOpen={setOpen} />}
          </Loaded>
        </div>
        <div className="inbox-main">
          {open ? (
            <TalkView key={open} id={open} onBack={() => setOpen(null)} />
          ) : (
            <EmptyState drawing="talk" title={t('inbox.empty.choose')} />
          )}
        </div>
      </Card>
    </>
  );
}

/** Two short tones, without a file. */
function ring(): void {
  const audio = new AudioContext();
  for (const [at, pitch] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.17);
  }
  setTimeout(() => void audio.close(), 1_000);
}

/** The user's choice of notices on this device, and a function that tells of a visitor who waits. */
function useNotices() {
  const [hasSound, setSound] = useStoredSwitch(KEYS.inboxSound);
  const [hasBrowser, setBrowser] = useStoredSwitch(KEYS.inboxNotices);
  const askBrowser = async (next: boolean) =>
    setBrowser(next && (await Notification.requestPermission()) === 'granted');
  const tell = (row: InboxRow) => {
    if (hasSound) ring();
    if (!hasBrowser || !document.hidden || Notification.permission !== 'granted') return;
    new Notification(t('inbox.notify.title'), { body: row.firstQuestion, tag: row.id });
  };
  return { hasSound, setSound, hasBrowser, askBrowser, tell };
}

const BADGE = /^\(\d+\) /;

function useTitleBadge(count: number): void {
  useEffect(() => {
    const draw = () => {
      const title = document.title.replace(BADGE, '');
      const badged = count > 0 ? `(${count}) ${title}` : title;
      if (document.title !== badged) document.title = badged;
    };
    draw();
    // The router sets the title after this screen has been drawn.
    const watcher = new MutationObserver(draw);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      document.title = document.title.replace(BADGE, '');
    };
  }, [count]);
}
