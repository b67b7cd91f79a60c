import { useSelect } from '@refinedev/antd';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../../resources/accounts.ts';
import type { RecordOf } from '../../../resources/kit/resource.ts';

const SHOWN = 20;

/** Returns the label of an account for staff: the company's name or, for a person's account, the owner's name. */
const accountLabel = ({ companyName, user }: Pick<RecordOf<typeof accounts>, 'companyName' | 'user'>) =>
  companyName ?? user;

/** A filter for staff that selects one of all accounts. The server searches them. */
export function AccountSelect({ id, onChange }: { id: string | undefined; onChange: (id?: string) => void }) {
  const { t } = useTranslation();
  const { selectProps } = useSelect<RecordOf<typeof accounts>>({
    resource: accounts.name,
    optionLabel: accountLabel,
    optionValue: 'id',
    pagination: { pageSize: SHOWN, mode: 'server' },
    onSearch: (text) => [{ field: 'search', operator: 'eq', value: text.trim() || undefined }],
    ...(id !== undefined && { defaultValue: id }),
  });
  const { options, onSearch, loading, filterOption, showSearch } = selectProps;
  return (
    <Select<string>
      options={options}
      onSearch={onSearch}
      loading={loading}
      filterOption={filterOption}
      showSearch={showSearch}
      className="list-filter"
      allowClear
      popupMatchSelectWidth={false}
      aria-label={t('resource.accountFilter.label')}
      placeholder={t('resource.accountFilter.label')}
      notFoundContent={t('resource.accountFilter.none')}
      value={id ?? null}
      onChange={onChange}
    />
  );
}
