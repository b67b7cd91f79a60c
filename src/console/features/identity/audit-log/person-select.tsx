import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { users } from '../../../../../resources/users.ts';
import type { AuditEntry } from '../../../../shared/audit.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';

interface PersonChoice {
  id: string;
  name: string;
}

/**
 * Returns the people of the user's account; undefined while they load or if `isAsked` is false. People who have left the
 * account are missing: only the entries still name them.
 */
function usePeople(isAsked: boolean): PersonChoice[] | undefined {
  const { query } = useList<RecordOf<typeof users>>({
    resource: users.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: isAsked },
  });
  return query.data?.data.map(({ id, name, email }) => ({ id, name: name ?? email }));
}

/** Returns the people named in the entries, each once. */
function namedIn(entries: readonly AuditEntry[]): PersonChoice[] {
  const named = entries.flatMap(({ userId, userName }) => (userId && userName ? [{ id: userId, name: userName }] : []));
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** Filters the log by one person. `hasPeople`: the log belongs to the user's account, so its people can be listed. */
export function PersonSelect(props: {
  id: string | undefined;
  entries: readonly AuditEntry[];
  hasPeople: boolean;
  onChange: (id?: string) => void;
}) {
  const { t } = useTranslation();
  const { id, entries, hasPeople, onChange } = props;
  const people = usePeople(hasPeople);
  const known = new Map([...namedIn(entries), ...(people ?? [])].map((one) => [one.id, one]));
  const choices = [...known.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  const isUnknown = id !== undefined && !known.has(id);
  return (
    <Select<string>
      className="list-filter"
      allowClear
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      loading={hasPeople && !people}
      aria-label={t('audit-log.fields.person')}
      placeholder={t('audit-log.fields.person')}
      notFoundContent={t('audit-log.noPerson')}
      options={choices.map(({ id: value, name }) => ({ value, label: name }))}
      labelRender={({ label }) => (isUnknown ? t('audit-log.onePerson') : label)}
      value={id ?? null}
      onChange={onChange}
    />
  );
}
