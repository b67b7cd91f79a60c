import { useTranslation } from 'react-i18next';
import { NoticeLevel, noticeSentence, useUsageNotices } from '../../layout/notice-banner.tsx';
import { MomentText } from '../../resource/moment-text.tsx';
import { RowAction } from '../../resource/row-actions.tsx';

/** Every notice of use that is not dismissed, of all contexts; nothing when there is none. */
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
            <span className="usage-notice-said">{sentence}</span>
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
