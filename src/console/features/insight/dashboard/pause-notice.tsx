import { useCustom } from '@refinedev/core';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LimitsRecord } from '../../../../shared/limits.ts';
import type { SessionContext } from '../../../../shared/session.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { fullDate } from '../../../components/days.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

const POLL_MS = 60_000;

/** Shows until when the context's chat is paused; nothing if it is not paused. */
export function PauseNotice({ context }: { context: SessionContext }) {
  const { t } = useTranslation();
  const canSee = useAllowed('limits', 'show');
  const { query } = useCustom<LimitsRecord>({
    url: '/sessions/me/limits',
    method: 'get',
    config: { query: { contextId: context.id } },
    queryOptions: { enabled: canSee, refetchInterval: POLL_MS },
  });
  const until = query.data?.data.deactivatedUntil;
  if (!until || Date.parse(until) <= Date.now()) return null;
  return (
    <Alert
      className="page-part"
      type="warning"
      role="status"
      showIcon
      message={t('dashboard.paused.title', { context: context.name, until: fullDate(until) })}
      action={<ButtonLink to="/settings/usage">{t('dashboard.paused.see')}</ButtonLink>}
    />
  );
}
