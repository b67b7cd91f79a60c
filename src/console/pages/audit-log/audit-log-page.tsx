import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/audit.ts';
import { request } from '../../http/client.ts';
import { AccountChip } from '../../resource/account-chip.tsx';
import { DownloadButton } from '../../resource/download-button.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../resource/list-states.tsx';
import { ListToolbar } from '../../resource/list-toolbar.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { Pager } from '../../resource/pager.tsx';
import { useListView } from '../../resource/use-list-view.ts';
import { useMay } from '../../resource/use-may.ts';
import { useWords } from '../../resource/words.ts';
import { Button } from '../../resource/button.tsx';
import { Skeleton } from '../../resource/skeleton.tsx';
import './audit-log.css';
import { auditLog, everything, EXTRAS, filterOf, isFiltered } from './audit-view.ts';
import { EntryList } from './entry-list.tsx';
import { PersonChip } from './person-chip.tsx';

interface AuditPage {
  data: AuditEntry[];
  total: number;
}

/** The log of one's own account. */
export const AuditLogPage = () => <AuditLog path="/audit-log" />;

/** The log of every account, for staff. */
export const PlatformAuditPage = () => <AuditLog path="/admin/audit-log" hasAccounts />;

/** The words of the toolbar. */
function useAuditWords() {
  const { t } = useTranslation();
  const words = useWords(auditLog);
  return useMemo(
    () => ({ ...words, option: (_: string, group: string) => t(`audit.groups.${group}`, group) }),
    [words, t],
  );
}

function AuditLog({ path, hasAccounts = false }: { path: string; hasAccounts?: boolean }) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const mayExport = useMay(hasAccounts ? 'platform-audit-log' : 'audit-log', 'export');
  const control = useListView(auditLog, EXTRAS);
  const { view, change } = control;
  const filter = filterOf(view);
  const query = useQuery({
    queryKey: ['audit-log', path, view.page, view.limit, filter],
    queryFn: ({ signal }) =>
      request<AuditPage>(path, { query: { ...filter, page: view.page, limit: view.limit }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / view.limit));
  const isBeyond = data !== undefined && !isPlaceholderData && data.total > 0 && view.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond, last, change]);
  const setExtra = (name: (typeof EXTRAS)[number]) => (value?: string) => {
    const { [name]: _, ...others } = view.extras;
    // Another account has other people.
    if (name === 'accountId') delete others.userId;
    change({ extras: value ? { ...others, [name]: value } : others });
  };
  const place = hasAccounts ? 'platform' : 'account';
  const hasAny = (data?.total ?? 0) > 0;
  return (
    <PageFrame
      title={t(`audit-log.title.${place}`)}
      intro={t(`audit-log.intro.${place}`)}
      action={
        mayExport && (
          <DownloadButton
            path={path}
            query={{ ...filter, format: 'csv' }}
            name={t('audit-log.fileName')}
            label={t('audit-log.download')}
            disabled={!hasAny}
          />
        )
      }
    >
      <ListToolbar resource={auditLog} words={words} control={control}>
        {hasAccounts && <AccountChip id={view.extras.accountId} onChange={setExtra('accountId')} />}
        <PersonChip
          id={view.extras.userId}
          entries={data?.data ?? []}
          hasPeople={!hasAccounts}
          onChange={setExtra('userId')}
        />
        {Object.keys(view.extras).length > 0 && Object.keys({ ...view.chosen, ...view.ranges }).length === 0 && (
          <Button type="text" size="small" onClick={() => change(everything)}>
            {t('resource.clearFilters')}
          </Button>
        )}
      </ListToolbar>
      {!data && error ? (
        <LoadError error={error} again={() => void query.refetch()} busy={isFetching} />
      ) : !data || isBeyond ? (
        <Skeleton rows={8} className="audit-wait" />
      ) : hasAny ? (
        <div className={isPlaceholderData ? 'audit-standing-in' : undefined} aria-busy={isPlaceholderData}>
          {error && <StaleNotice again={() => void query.refetch()} busy={isFetching} />}
          <EntryList entries={data.data} hasAccounts={hasAccounts} onlyOf={setExtra('userId')} />
          <Pager control={control} total={data.total} />
        </div>
      ) : isFiltered(view) ? (
        <NothingMatches clear={() => change(everything)} />
      ) : (
        <EmptyState title={t('audit-log.empty.title')} text={t('audit-log.empty.text')} />
      )}
    </PageFrame>
  );
}
