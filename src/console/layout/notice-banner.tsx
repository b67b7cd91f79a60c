import { CloseOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PLAN_POLL_MS } from '../../shared/constants.ts';
import type { Notice } from '../../shared/limits.ts';
import { request } from '../http/client.ts';
import { failureNotice } from '../components/notices.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { MenuIcon } from '../components/menu-icon.tsx';

export const USAGE_PAGE = '/settings/usage';

export const noticesQuery = queryOptions({
  queryKey: ['session', 'notices'],
  queryFn: async ({ signal }) => (await request<{ data: Notice[] }>('/notices', { signal })).data,
  refetchInterval: PLAN_POLL_MS,
  staleTime: PLAN_POLL_MS,
});

const gravest = (notices: readonly Notice[]) =>
  notices.toSorted((a, b) => b.level - a.level || b.createdAt.localeCompare(a.createdAt));

/** The notices of use of the contexts that one may see, the gravest first; and, for whom it is allowed, their dismissal. */
export function useUsageNotices() {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const canList = useAllowed('notices', 'list');
  const canDismiss = useAllowed('notices', 'dismiss');
  const { data } = useQuery({ ...noticesQuery, enabled: canList });
  const { mutate } = useMutation({
    mutationFn: ({ id }: Notice) => request(`/notices/${id}/dismiss`, { method: 'POST' }),
    onMutate: ({ id }) =>
      client.setQueryData(noticesQuery.queryKey, (known = []) => known.filter((one) => one.id !== id)),
    onError: (failure) => {
      open?.(failureNotice(t)(failure));
      void client.invalidateQueries(noticesQuery);
    },
  });
  return { notices: gravest(data ?? []), dismiss: canDismiss ? mutate : undefined };
}

/** What a notice says: "“Loja” passou de 60 % do limite de hoje." The server tells those of the running day, month and period. */
export function noticeSentence(t: TFunction, { limit, contextName, level, fact, questions }: Notice): string {
  const context = contextName ?? undefined;
  if (limit === 'facts' && fact) {
    const { kind, believed, other } = fact;
    return t('layout.notice.facts', { context, fact: t(`layout.notice.fact.${kind}`), believed, other });
  }
  return t(`layout.notice.${limit}`, { context, level, count: questions?.length });
}

/** How grave a notice is, in shape and word. */
export function NoticeLevel({ level }: { level: Notice['level'] }) {
  const { t } = useTranslation();
  return (
    <strong className="notice-level" data-level={level}>
      <MenuIcon name="warning" size={16} /> {t(`layout.notice.level.${level}`)}
    </strong>
  );
}

/** Above every screen: the gravest notice of use, until it is dismissed. The page of use shows them all itself. */
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
