import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notice } from '../../../../shared/limits.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { NoticeLevel, noticeSentence, useUsageNotices } from '../../../layout/notice-banner.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';

/** Questions that had an answer before, each leading to the conversation in which it was asked. */
function LostQuestions({ questions }: { questions: NonNullable<Notice['questions']> }) {
  return (
    <ul>
      {questions.map(({ conversationId, question }, at) => (
        <li key={at}>
          <Link to={`/conversations/${conversationId}`}>“{question}”</Link>
        </li>
      ))}
    </ul>
  );
}

/** Every notice of use or of contents that is not dismissed, of all contexts; nothing when there is none. */
export function NoticeList() {
  const { t } = useTranslation();
  const { notices, dismiss } = useUsageNotices();
  if (notices.length === 0) return null;
  return (
    <ul className="usage-notices" aria-label={t('limits.notices')}>
      {notices.map((notice) => {
        const sentence = noticeSentence(t, notice);
        return (
          <li key={notice.id} data-level={notice.level}>
            <NoticeLevel level={notice.level} />
            <span className="usage-notice-said">
              {sentence}
              {notice.questions && <LostQuestions questions={notice.questions} />}
            </span>
            <span className="usage-notice-when">
              <MomentText iso={notice.createdAt} />
            </span>
            {dismiss && (
              <RowAction
                icon="close"
                label={t('limits.dismissNotice', { sentence })}
                hint={t('limits.dismiss')}
                onClick={() => dismiss(notice)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
