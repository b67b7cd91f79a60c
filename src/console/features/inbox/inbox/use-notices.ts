import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '../../../../shared/handover.ts';
import { KEYS, readKey, writeKey } from '../../../state/store.ts';

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

function useStored(key: string) {
  const [isOn, setOn] = useState(readKey(key) === 'true');
  const set = (next: boolean) => {
    writeKey(key, String(next));
    setOn(next);
  };
  return [isOn, set] as const;
}

/** The user's choice of notices on this device, and a function that tells of a visitor who waits. */
export function useNotices() {
  const { t } = useTranslation();
  const [hasSound, setSound] = useStored(KEYS.inboxSound);
  const [hasBrowser, setBrowser] = useStored(KEYS.inboxNotices);
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

export function useTitleBadge(count: number): void {
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
