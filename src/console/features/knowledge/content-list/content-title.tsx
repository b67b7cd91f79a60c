import { useTranslation } from 'react-i18next';
import { formatAddress, formatCount } from '../../../../shared/format.ts';
import { type Content, KIND_ICONS } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import './content-list.css';

/** Returns the text below a content's name: its source or the start of its answer; null when it equals the name. */
function secondLine({ type, title, url, fileName, answer, answerNow }: Content): string | null {
  const line =
    type === 'FAQ' ? (answerNow ?? answer) : type === 'FILE' ? fileName : (url?.replace(/^https?:\/\//i, '') ?? null);
  return line === null || line === title || line === title.replace(/^https?:\/\//i, '') ? null : line;
}

/** A content's icon, name and source. Plain elements, because a list has many rows. */
export function ContentTitle({ content }: { content: Content }) {
  const { t } = useTranslation();
  const { type, pages, weeklySync } = content;
  const isMap = type === 'SITEMAP';
  const counted = isMap ? t('contents.pages', { count: pages, formatted: formatCount(pages) }) : null;
  const second = [counted, secondLine(content)?.slice(0, 160)].filter(Boolean).join(' · ');
  const title = isMap || /^https?:/i.test(content.title) ? formatAddress(content.title) : content.title;
  return (
    <div className={content.enabled ? 'content-title' : 'content-title content-off'}>
      <Icon name={KIND_ICONS[type]} size={18} />
      <div className="cell-lines">
        <span className="cell-line row-title content-name" title={content.title}>
          {title}
        </span>
        {(second || weeklySync) && (
          <div className="cell-small content-where">
            {weeklySync && (
              <span title={t('contents.weekly')}>
                <Icon name="refresh" size={12} />
                <span className="unseen">{t('contents.weekly')}</span>
              </span>
            )}
            <span className="cell-line">{second}</span>
          </div>
        )}
      </div>
    </div>
  );
}
