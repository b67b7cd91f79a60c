import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CallButton } from '../../../components/buttons.tsx';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { t } from '../../../providers/i18n.ts';

type NoteType = 'error' | 'info' | 'warning';

/** Shows a content's failures and warnings, and what the assistant uses in the meantime. */
export function ContentNotes({ content }: { content: Content }) {
  const { id, status, reason, syncFailure, vanishedAt, type, words, damage, unreadPages } = content;
  const failedSync = type === 'SITEMAP' ? syncFailure : t('contents.sync.failedFull', { reason: syncFailure });
  // Reads the page again and uses its text, even if most of the text before is gone.
  const retry = { url: `/contents/${id}/retry`, id, successText: t('contents.retried') };
  const notes: [NoteType, ReactNode][] = [];
  if (status === 'error') {
    const why = reason ?? t('contents.noReason');
    notes.push([
      content.isHeld ? 'warning' : 'error',
      words > 0 ? t('contents.sync.failedFull', { reason: why }) : why,
    ]);
  }
  if (isUnderWay(content) && words > 0) notes.push(['info', t('contents.text.old')]);
  if (syncFailure && status !== 'error') notes.push(['warning', failedSync]);
  if (damage) notes.push(['warning', t(`contents.damaged.${damage}.${type === 'FILE' ? 'file' : 'page'}`)]);
  if (unreadPages) notes.push(['warning', t('contents.unreadPages', { pages: unreadPages })]);
  if (vanishedAt) {
    const vanished = (
      <>
        {t('contents.sync.vanishedFull')} (<MomentText iso={vanishedAt} />)
      </>
    );
    notes.push(['warning', vanished]);
  }
  return (
    <>
      {notes.map(([tone, text], at) => (
        <Alert
          key={at}
          className="part-gap"
          type={tone}
          showIcon
          role="status"
          message={text}
          action={
            text === failedSync &&
            type === 'LINK' && (
              <CallButton size="small" allowedBy={['contents', 'retry']} changes={['contents']} call={retry}>
                {t('contents.sync.useNew')}
              </CallButton>
            )
          }
        />
      ))}
      <AnsweringNow content={content} />
    </>
  );
}

/** Shows the question and answer that are in use while a change waits for a decision. */
function AnsweringNow({ content }: { content: Content }) {
  const { questionNow, answerNow, contextId } = content;
  // During training, the alerts above already explain it.
  if (!questionNow || !answerNow || isUnderWay(content)) return null;
  return (
    <Alert
      className="part-gap"
      type="warning"
      role="region"
      aria-label={t('contents.held.title')}
      message={<h2>{t('contents.held.title')}</h2>}
      description={
        <>
          <strong>{questionNow}</strong>
          <p className="text-lines">{answerNow}</p>
          <span className="cell-quiet">
            {t('contents.held.text')}{' '}
            <Link to={`/test-questions?contextId=${contextId}`}>{t('contents.held.decide')}</Link>
          </span>
        </>
      }
    />
  );
}
