import { CloseOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { Link, useLocation } from 'react-router';
import { notices } from '../../../resources/notices.ts';
import type { Notice } from '../../shared/limits.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { useCall } from '../components/use-call.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { stopSentence, useListedNotices } from './notices.ts';

export const USAGE_PAGE = '/settings/usage';

/**
 * Returns the notices to show until they are dismissed, most severe first. A pause is the owner's own decision, so it is
 * none. `dismiss` is undefined if the user may not use it.
 */
export function useUsageNotices() {
  const canDismiss = useAllowed(notices.name, 'dismiss');
  const { call } = useCall(notices.name);
  const dismiss = ({ id }: Notice) => call({ url: `${notices.api}/${id}/dismiss` });
  const shown = useListedNotices().filter(({ limit, dismissed }) => limit !== 'deactivated' && !dismissed);
  return { notices: shown, dismiss: canDismiss ? dismiss : undefined };
}

/** Returns a notice as a sentence: "“Loja” passou de 60 % do limite de hoje." */
export function noticeSentence(notice: Notice): string {
  const { limit, contextName, level, fact, questions, webhook } = notice;
  if (level === 100) return stopSentence(notice);
  const context = contextName ?? undefined;
  if (limit === 'facts' && fact) {
    const { kind, believed, other, name } = fact;
    if (kind === 'price') return t('layout.notice.prices', { context, name, believed, other });
    return t('layout.notice.facts', { context, fact: t(`layout.notice.fact.${kind}`), believed, other });
  }
  return t(`layout.notice.${limit}`, { context, level, count: questions?.length, webhook: webhook?.name });
}

/** The severity of a notice, as an icon with a word. */
export function NoticeLevel({ level }: { level: Notice['level'] }) {
  return (
    <strong className="notice-level" data-level={level}>
      <MenuIcon name="warning" size={16} /> {t(`layout.notice.level.${level}`)}
    </strong>
  );
}

/** Shows the most severe usage notice above every screen until it is dismissed. The usage page lists all of them. */
export function NoticeBanner() {
  const { pathname } = useLocation();
  const { select } = useCurrentContext();
  const { notices, dismiss } = useUsageNotices();
  // The home page lists by itself which chats have stopped.
  const isShownBelow = ({ level }: Notice) => pathname === '/' && level === 100;
  const [notice, ...more] = notices.filter((one) => !isShownBelow(one));
  if (!notice || pathname === USAGE_PAGE) return null;
  return (
    <Alert
      key={notice.id}
      banner
      type={notice.level === 60 ? 'warning' : 'error'}
      showIcon={false}
      role="complementary"
      aria-label={t('layout.notice.label')}
      message={
        <>
          <NoticeLevel level={notice.level} /> {noticeSentence(notice)}{' '}
          <Link to={USAGE_PAGE} onClick={() => notice.contextId && select(notice.contextId)}>
            {more.length > 0 ? t('layout.notice.seeMore', { count: more.length }) : t('layout.notice.see')}
          </Link>
        </>
      }
      closable={dismiss && { closeIcon: <CloseOutlined />, 'aria-label': t('layout.notice.dismiss') }}
      onClose={() => dismiss?.(notice)}
    />
  );
}
