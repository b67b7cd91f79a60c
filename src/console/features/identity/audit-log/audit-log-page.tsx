import { useList } from '@refinedev/core';
import { Card, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { accessDecisions } from '../../../../../resources/access-decisions.ts';
import { auditLog, platformAuditLog } from '../../../../../resources/audit-log.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { users } from '../../../../../resources/users.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded, NothingMatches } from '../../../components/states.tsx';
import { listQuery } from '../../../providers/data.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { isNarrowed, textFilter, withFilter, withoutFilters } from '../../../providers/view.ts';
import { ListToolbar } from '../../../resource/list-toolbar.tsx';
import { ListPages } from '../../../resource/pager.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { useLastPage } from '../../../resource/use-last-page.ts';
import { type ListControl, useListTable } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { EntryList } from './entry-list.tsx';

export const AuditLogPage = () => <AuditLog resource={auditLog} />;

export const PlatformAuditPage = () => <AuditLog resource={platformAuditLog} />;

function AuditLog({ resource }: { resource: typeof auditLog }) {
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const canExport = useAllowed(resource.name, 'export');
  const hasAccounts = resource.scope === 'platform';
  const canReview = useAllowed('access-review', 'show') && !hasAccounts;
  const canSeeRefusals = useAllowed(accessDecisions.name, 'list') && !hasAccounts;
  const { table, control } = useListTable<AuditEntry>(resource, undefined);
  const query = table.tableQuery;
  const { view, change } = control;
  const total = query.data?.total ?? 0;
  const isBeyond = useLastPage(control, query.data?.data, total);
  const choosePerson = (eq?: string) => change({ filters: withFilter(view.filters, 'userId', { eq }) });
  // The chosen person belongs to the previous account, so their filter is removed.
  const chooseAccount = (eq?: string) =>
    change({ filters: withFilter(withFilter(view.filters, 'userId', {}), 'accountId', { eq }) });
  return (
    <PageFrame
      title={texts.title}
      intro={texts.intro}
      action={
        <>
          {canReview && <ButtonLink to="/audit-log/access-review">{t('audit-log.review')}</ButtonLink>}
          {canSeeRefusals && <ButtonLink to={accessDecisions.path}>{t('audit-log.refusals')}</ButtonLink>}
          {canExport && (
            <DownloadButton
              path={resource.api}
              query={{ ...listQuery(resource, view.filters), format: 'csv' }}
              name={t('audit-log.fileName')}
              label={t('audit-log.download')}
              disabled={total === 0}
            />
          )}
        </>
      }
    >
      <ListToolbar resource={resource} texts={texts} control={control}>
        {hasAccounts && <AccountFilter id={textFilter(view.filters, 'accountId')} onChange={chooseAccount} />}
        <PersonSelect control={control} entries={query.data?.data ?? []} hasPeople={!hasAccounts} />
      </ListToolbar>
      <Loaded query={isBeyond ? { ...query, data: undefined } : query} isRefreshed waiting={<Waiting />}>
        {({ data: entries }) =>
          total > 0 ? (
            <Flex
              vertical
              gap="middle"
              className={query.isPlaceholderData ? 'standing-in' : undefined}
              aria-busy={query.isPlaceholderData}
            >
              <EntryList entries={entries} hasAccounts={hasAccounts} onlyOf={choosePerson} />
              <ListPages control={control} total={total} />
            </Flex>
          ) : isNarrowed(resource, view) ? (
            <NothingMatches clear={() => change({ filters: withoutFilters(resource, view) })} />
          ) : (
            <EmptyState title={t('audit-log.empty.title')} text={t('audit-log.empty.text')} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}

const Waiting = () => (
  <Card>
    <Skeleton rows={8} />
  </Card>
);

/**
 * Filters the log by one person. `hasPeople`: the log belongs to the user's account, so its people can be listed. People
 * who have left the account are known only from the entries.
 */
function PersonSelect(props: { control: ListControl; entries: readonly AuditEntry[]; hasPeople: boolean }) {
  const { t } = useTranslation();
  const { control, entries, hasPeople } = props;
  const { query } = useList<RecordOf<typeof users>>({
    resource: users.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: hasPeople },
  });
  const names = new Map<string, string>();
  for (const { userId, userName } of entries) if (userId && userName) names.set(userId, userName);
  for (const person of query.data?.data ?? []) names.set(person.id, person.name ?? person.email);
  const options = [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'));
  return (
    <ValueFilter
      control={control}
      name="userId"
      label={t('audit-log.fields.person')}
      showSearch
      optionFilterProp="label"
      loading={hasPeople && !query.data}
      notFoundContent={t('audit-log.noPerson')}
      options={options}
      labelRender={({ value, label }) => (names.has(String(value)) ? label : t('audit-log.onePerson'))}
    />
  );
}
