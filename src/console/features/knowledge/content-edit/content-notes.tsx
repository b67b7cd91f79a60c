import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';

/** What one should know of a content before anything else: what failed and what answers meanwhile. */
export function ContentNotes({ content }: { content: Content }) {
  const { t } = useTranslation();
  const { status, reason, syncFailure, vanishedAt, type, words } = content;
  const notes: { key: string; text: ReactNode }[] = [];
  if (status === 'error') {
    const said = reason ?? t('contents.noReason');
    notes.push({ key: 'error', text: words > 0 ? t('contents.sync.failedFull', { reason: said }) : said });
  }
  if (isUnderWay(content) && words > 0) notes.push({ key: 'old', text: t('contents.text.old') });
  if (syncFailure && status !== 'error')
    notes.push({
      key: 'sync',
      text: type === 'SITEMAP' ? syncFailure : t('contents.sync.failedFull', { reason: syncFailure }),
    });
  if (vanishedAt)
    notes.push({
      key: 'vanished',
      text: (
        <>
          {t('contents.sync.vanishedFull')} (<MomentText iso={vanishedAt} />)
        </>
      ),
    });
  return notes.map(({ key, text }) => (
    <p key={key} className="content-note" data-kind={key} role="status">
      <Icon name={key === 'old' ? 'info' : 'warning'} /> <span>{text}</span>
    </p>
  ));
}
