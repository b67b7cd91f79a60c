import { Flex } from 'antd';
import { Link } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { formatAddress, formatCount } from '../../../../shared/format.ts';
import { CallButton } from '../../../components/buttons.tsx';
import { type Content, KIND_ICONS } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import './content-list.css';

/** Returns the text below a content's name: its source or the start of its answer; null when it equals the name. */
function secondLine({ type, title, url, fileName, answer, answerNow }: Content): string | null {
  const line =
    type === 'FAQ' ? (answerNow ?? answer) : type === 'FILE' ? fileName : (url?.replace(/^https?:\/\//i, '') ?? null);
  return line === null || line === title || line === title.replace(/^https?:\/\//i, '') ? null : line;
}

/** A content's icon, name and source. Plain elements, because a list has many rows. */
export function ContentTitle({ content }: { content: Content }) {
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

/** Returns the warning of a trained content: its last reading failed, its text looks wrong, or its sitemap lacks it. */
function asideOf({ syncFailure, vanishedAt, damage, type }: Content) {
  if (syncFailure) {
    const full = type === 'SITEMAP' ? syncFailure : t('contents.sync.failedFull', { reason: syncFailure });
    return { short: type === 'SITEMAP' ? syncFailure : t('contents.sync.failed'), full };
  }
  if (damage)
    return {
      short: t(`contents.options.damage.${damage}`),
      full: t(`contents.damaged.${damage}.${type === 'FILE' ? 'file' : 'page'}`),
    };
  return vanishedAt ? { short: t('contents.sync.vanished'), full: t('contents.sync.vanishedFull') } : null;
}

/** Shows the training status. A failure has its reason and a button to retry; a held change has a link to decide. */
export function ContentStatus({ content }: { content: Content }) {
  const canDecide = useAllowed('test-questions', 'list');
  const dot = <FieldCell resource={resource} name="status" value={content.status} />;
  if (content.status !== 'error') {
    const aside = asideOf(content);
    if (!aside) return dot;
    return (
      <span className="content-failed">
        {dot}
        <span className="cell-line content-aside" title={aside.full}>
          <Icon name="warning" size={12} /> {aside.short}
        </span>
      </span>
    );
  }
  const reason = content.reason ?? t('contents.noReason');
  return (
    <span className="content-failed" data-held={content.isHeld || undefined}>
      <Flex align="center" gap="0 10px" className="content-failed-line">
        {content.isHeld ? (
          <>
            <StatusDot tone="waiting">{t('contents.held.status')}</StatusDot>
            {canDecide && (
              <Link
                className="text-action"
                to={`/test-questions?contextId=${content.contextId}`}
                aria-label={t('contents.held.decideName', { name: content.title })}
              >
                {t('contents.held.decideNow')}
              </Link>
            )}
          </>
        ) : (
          <>
            {dot}
            <CallButton
              type="link"
              size="small"
              className="text-action"
              aria-label={t('contents.retryName', { name: content.title })}
              allowedBy={[resource.name, 'retry']}
              changes={[resource.name]}
              call={{ url: `/contents/${content.id}/retry`, id: content.id, successText: t('contents.retried') }}
            >
              {t('contents.retry')}
            </CallButton>
          </>
        )}
      </Flex>
      <Line value={reason} className="cell-small" />
    </span>
  );
}
