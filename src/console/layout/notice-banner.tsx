import { CloseOutlined } from '@ant-design/icons';
import { useList } from '@refinedev/core';
import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { notices } from '../../../resources/notices.ts';
import type { Notice } from '../../shared/limits.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { useCall } from '../components/use-call.ts';
import { takeArrivedList } from '../providers/data.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { callOfAll } from '../resource/list-call.ts';
import { useCurrentContext } from '../session/current-context.tsx';

export const USAGE_PAGE = '/settings/usage';

const bySeverity = (found: readonly Notice[]) =>
  found.toSorted((a, b) => b.level - a.level || b.createdAt.localeCompare(a.createdAt));

/** Returns the notices that the user may see, most severe first. `dismiss` is undefined if the user may not use it. */
export function useUsageNotices() {
  const canList = useAllowed(notices.name, 'list');
  const canDismiss = useAllowed(notices.name, 'dismiss');
  const { result } = useList<Notice>({
    resource: notices.name,
    pagination: { mode: 'off' },
    queryOptions: {
      enabled: canList,
      refetchInterval: notices.list.pollMs,
      staleTime: notices.list.pollMs,
      // Requested by the frame's loader, so that the banner does not move the page after it was shown.
      initialData: () => takeArrivedList(callOfAll(notices)),
    },
  });
  const { call } = useCall(notices.name);
  const dismiss = ({ id }: Notice) => call({ url: `${notices.api}/${id}/dismiss` });
  return { notices: bySeverity(result.data), dismiss: canDismiss ? dismiss : undefined };
}

/** Returns a notice as a sentence: "“Loja” passou de 60 % do limite de hoje." */
export function noticeSentence(t: TFunction, { limit, contextName, level, fact, questions, webhook }: Notice): string {
  const context = contextName ?? undefined;
  if (limit === 'facts' && fact) {
    const { kind, believed, other } = fact;
    return t('layout.notice.facts', { context, fact: t(`layout.notice.fact.${kind}`), believed, other });
  }
  return t(`layout.notice.${limit}`, { context, level, count: questions?.length, webhook: webhook?.name });
}

/** The severity of a notice, as an icon with a word. */
export function NoticeLevel({ level }: { level: Notice['level'] }) {
  const { t } = useTranslation();
  return (
    <strong className="notice-level" data-level={level}>
      <MenuIcon name="warning" size={16} /> {t(`layout.notice.level.${level}`)}
    </strong>
  );
}

/** Shows the most severe usage notice above every screen until it is dismissed. The usage page lists all of them. */
export function NoticeBanner() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { select } = useCurrentContext();
  const { notices, dismiss } = useUsageNotices();
  const [notice, ...more] = notices;
  if (!notice || pathname === USAGE_PAGE) return null;
  return (
    <Alert
      key={notice.id}
      banner
      type={notice.level === 90 ? 'error' : 'warning'}
      showIcon={false}
      role="complementary"
      aria-label={t('layout.notice.label')}
      message={
        <>
          <NoticeLevel level={notice.level} /> {noticeSentence(t, notice)}{' '}
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
