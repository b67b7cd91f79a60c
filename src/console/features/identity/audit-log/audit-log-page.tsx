import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { auditLog, platformAuditLog } from '../../../../../resources/audit-log.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from '../../../components/states.tsx';
import { listQuery } from '../../../providers/data.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListToolbar } from '../../../resource/list-toolbar.tsx';
import { ListPages } from '../../../resource/pager.tsx';
import { useLastPage } from '../../../resource/use-last-page.ts';
import { useListTable } from '../../../resource/use-list-table.ts';
import { isNarrowed, textFilter, withFilter, withoutFilters } from '../../../resource/view.ts';
import { useResourceTexts } from '../../../resource/words.ts';
import { EntryList } from './entry-list.tsx';
import { PersonSelect } from './person-select.tsx';

/** The audit log of the user's account. */
export const AuditLogPage = () => <AuditLog resource={auditLog} />;

/** The audit log of all accounts, for staff. */
export const PlatformAuditPage = () => <AuditLog resource={platformAuditLog} />;

function AuditLog({ resource }: { resource: typeof auditLog }) {
  const { t } = useTranslation();
  const words = useResourceTexts(resource);
  const canExport = useAllowed(resource.name, 'export');
  const hasAccounts = resource.scope === 'platform';
  const { table, control } = useListTable<AuditEntry>(resource, undefined);
  const { data, error, isFetching, isPlaceholderData, refetch } = table.tableQuery;
  const { view, change } = control;
  const isBeyond = useLastPage(control, data?.data, data?.total ?? 0);
  const choosePerson = (eq?: string) => change({ filters: withFilter(view.filters, 'userId', { eq }) });
  // The chosen person belongs to the previous account, so their filter is removed.
  const chooseAccount = (eq?: string) =>
    change({ filters: withFilter(withFilter(view.filters, 'userId', {}), 'accountId', { eq }) });
  const hasAny = (data?.total ?? 0) > 0;
  const again = () => void refetch();
  return (
    <PageFrame
      title={words.title}
      intro={words.intro}
      action={
        canExport && (
          <DownloadButton
            path={resource.api}
            query={{ ...listQuery(resource, view.filters), format: 'csv' }}
            name={t('audit-log.fileName')}
            label={t('audit-log.download')}
            disabled={!hasAny}
          />
        )
      }
    >
      <ListToolbar resource={resource} words={words} control={control}>
        {hasAccounts && <AccountFilter id={textFilter(view.filters, 'accountId')} onChange={chooseAccount} />}
        <PersonSelect
          id={textFilter(view.filters, 'userId')}
          entries={data?.data ?? []}
          hasPeople={!hasAccounts}
          onChange={choosePerson}
        />
      </ListToolbar>
      {!data && error ? (
        <LoadError error={error} again={again} busy={isFetching} />
      ) : !data || isBeyond ? (
        <Card>
          <Skeleton rows={8} />
        </Card>
      ) : hasAny ? (
        <div className={isPlaceholderData ? 'standing-in' : undefined} aria-busy={isPlaceholderData}>
          {error && <StaleNotice again={again} busy={isFetching} />}
          <EntryList entries={data.data} hasAccounts={hasAccounts} onlyOf={choosePerson} />
          <ListPages control={control} total={data.total} />
        </div>
      ) : isNarrowed(resource, view) ? (
        <NothingMatches clear={() => change({ filters: withoutFilters(resource, view) })} />
      ) : (
        <EmptyState title={t('audit-log.empty.title')} text={t('audit-log.empty.text')} />
      )}
    </PageFrame>
  );
}
