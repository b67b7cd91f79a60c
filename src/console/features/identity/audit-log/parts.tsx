import { useList } from '@refinedev/core';
import { accessDecisions } from '../../../../../resources/access-decisions.ts';
import { auditLog } from '../../../../../resources/audit-log.ts';
import type { RecordOf, Resource } from '../../../../../resources/kit/resource.ts';
import { users } from '../../../../../resources/users.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { AccountFilter } from '../../../components/account-select.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DownloadButton } from '../../../components/downloads.tsx';
import { listQuery } from '../../../providers/data.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { withFilter } from '../../../providers/view.ts';
import { parts } from '../../../resource/parts.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { EntryList } from './entry-list.tsx';

/** Those of an account, or of all accounts. */
export default parts<typeof auditLog, AuditEntry>(auditLog, { useList: useEntries });

function useEntries(resource: Resource) {
  const canExport = useAllowed(resource.name, 'export');
  const hasAccounts = resource.scope === 'platform';
  const canReview = useAllowed('access-review', 'show') && !hasAccounts;
  const canSeeRefusals = useAllowed(accessDecisions.name, 'list') && !hasAccounts;
  return {
    links: (
      <>
        {canReview && <ButtonLink to="/audit-log/access-review">{t('audit-log.review')}</ButtonLink>}
        {canSeeRefusals && <ButtonLink to={accessDecisions.path}>{t('audit-log.refusals')}</ButtonLink>}
      </>
    ),
    tools: ({ view }: ListControl) =>
      canExport && (
        <DownloadButton
          path={resource.api}
          query={{ ...listQuery(resource, view.filters), format: 'csv' }}
          name={t('audit-log.fileName')}
          label={t('audit-log.download')}
        />
      ),
    toolbar: (control: ListControl) => (
      <>
        {/* The chosen person belongs to the account that was chosen before. */}
        {hasAccounts && <AccountFilter control={control} clears="userId" />}
        <PersonSelect control={control} hasPeople={!hasAccounts} />
      </>
    ),
    rows: (entries: readonly AuditEntry[], { view, change }: ListControl) => (
      <EntryList
        entries={entries}
        hasAccounts={hasAccounts}
        onlyOf={(eq) => change({ filters: withFilter(view.filters, 'userId', { eq }) })}
      />
    ),
  };
}

/**
 * Filters the log by one person. `hasPeople`: the log belongs to the user's account, so its people can be listed. People
 * who have left the account are known only from the entries.
 */
function PersonSelect({ control, hasPeople }: { control: ListControl; hasPeople: boolean }) {
  const { data: entries = [] } = (control.answer ?? {}) as { data?: readonly AuditEntry[] };
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
