import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { request } from '../../../http/client.ts';
import { AccountSelect } from '../../../components/account-select.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../../components/states.tsx';
import { ListToolbar } from '../../../resource/list-toolbar.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { ListPages } from '../../../resource/pager.tsx';
import { useLastPage } from '../../../resource/use-last-page.ts';
import { useListView } from '../../../resource/use-list-view.ts';
import { isNarrowed, textFilter, withFilter } from '../../../resource/view.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useResourceTexts } from '../../../resource/words.ts';
import { Button } from '../../../components/button.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import './audit-log.css';
import { auditLog, filterOf } from './audit-view.ts';
import { EntryList } from './entry-list.tsx';
import { PersonSelect } from './person-select.tsx';

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
  const words = useResourceTexts(auditLog);
  return useMemo(
    () => ({ ...words, option: (_: string, group: string) => t(`audit.groups.${group}`, group) }),
    [words, t],
  );
}

function AuditLog({ path, hasAccounts = false }: { path: string; hasAccounts?: boolean }) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const canExport = useAllowed(hasAccounts ? 'platform-audit-log' : 'audit-log', 'export');
  const control = useListView(auditLog);
  const { view, change } = control;
  const filter = filterOf(view);
  const query = useQuery({
    queryKey: ['audit-log', path, view.currentPage, view.pageSize, filter],
    queryFn: ({ signal }) =>
      request<AuditPage>(path, { query: { ...filter, page: view.currentPage, limit: view.pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  const isBeyond = useLastPage(control, data?.data, data?.total ?? 0);
  const choosePerson = (eq?: string) => change({ filters: withFilter(view.filters, 'userId', { eq }) });
  // Another account has other people.
  const chooseAccount = (eq?: string) =>
    change({ filters: withFilter(withFilter(view.filters, 'userId', {}), 'accountId', { eq }) });
  const clear = () => change({ filters: [] });
  const place = hasAccounts ? 'platform' : 'account';
  const hasAny = (data?.total ?? 0) > 0;
  return (
    <PageFrame
      title={t(`audit-log.title.${place}`)}
      intro={t(`audit-log.intro.${place}`)}
      action={
        canExport && (
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
        {hasAccounts && <AccountSelect id={textFilter(view.filters, 'accountId')} onChange={chooseAccount} />}
        <PersonSelect
          id={textFilter(view.filters, 'userId')}
          entries={data?.data ?? []}
          hasPeople={!hasAccounts}
          onChange={choosePerson}
        />
        {view.filters.length > 0 && !isNarrowed(auditLog, view) && (
          <Button type="text" size="small" onClick={clear}>
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
          <EntryList entries={data.data} hasAccounts={hasAccounts} onlyOf={choosePerson} />
          <ListPages control={control} total={data.total} />
        </div>
      ) : view.filters.length > 0 ? (
        <NothingMatches clear={clear} />
      ) : (
        <EmptyState title={t('audit-log.empty.title')} text={t('audit-log.empty.text')} />
      )}
    </PageFrame>
  );
}
