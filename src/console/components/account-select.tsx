import { type HttpError, useInfiniteList, useOne } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Flex, Select, type SelectProps } from 'antd';
import { type UIEvent, useState } from 'react';
import { accounts } from '../../../resources/accounts.ts';
import { DROPDOWN_MAX_HEIGHT, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { formatCnpj } from '../../shared/format.ts';
import type { AccountRow } from '../../shared/staff.ts';
import { SHARED_STALE_MS } from '../http/fresh.ts';
import { t } from '../providers/i18n.ts';
import { type ListView, textFilter, withFilter } from '../providers/view.ts';
import { useDebounced } from './use-debounced.ts';
import './components.css';

const PAUSE_MS = 250;
/** Distance to the end of the list at which the next page is fetched (px). */
const NEAR_END = 120;

/**
 * Returns the query of the accounts that match a search, personal ones first. The previous ones stay until the new ones
 * are loaded.
 */
export const useAccountsToChoose = (search = '', enabled = true) =>
  useInfiniteList<AccountRow, HttpError>({
    resource: accounts.name,
    sorters: [{ field: 'type', order: 'asc' }],
    filters: [{ field: 'search', operator: 'eq', value: search || undefined }],
    pagination: { pageSize: PAGE_SIZE_MAX },
    // Stays fresh for a moment, so that a page can request the accounts before it shows the select.
    queryOptions: { enabled, staleTime: SHARED_STALE_MS, placeholderData: keepPreviousData },
  }).query;

interface AccountOption {
  value?: string;
  /** Plain text, because screen readers announce it. */
  label: string;
  detail?: string;
  options?: AccountOption[];
}

const optionsOf = (found: readonly AccountRow[], type: AccountRow['type']): AccountOption[] =>
  found
    .filter((account) => account.type === type)
    .map((account) => ({ value: account.id, label: accountTitle(account), detail: accountDetail(account) }));

type Props = Pick<SelectProps, 'className' | 'size' | 'allowClear' | 'popupMatchSelectWidth' | 'aria-label'> & {
  id?: string;
  value: string | undefined;
  onChange: (account?: AccountRow) => void;
  disabled?: boolean;
  placeholder?: string;
};

/** Selects one of all accounts. Typing searches on the server. Companies are listed below personal accounts. */
export function AccountSelect({ value, onChange, disabled = false, placeholder, ...select }: Props) {
  const [typed, setTyped] = useState('');
  const query = useAccountsToChoose(useDebounced(typed.trim(), PAUSE_MS), !disabled);
  const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isElsewhere = value !== undefined && query.isSuccess && !found.some(({ id }) => id === value);
  const { result: chosen } = useOne<AccountRow, HttpError>({
    resource: accounts.name,
    id: value,
    queryOptions: { enabled: isElsewhere },
  });
  const companies = optionsOf(found, 'CORPORATE');
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const isNearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END;
    if (isNearEnd && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return (
    <Select<string, AccountOption>
      aria-label={t('resource.account.label')}
      {...select}
      placeholder={placeholder ?? t('resource.account.placeholder')}
      disabled={disabled}
      showSearch
      filterOption={false}
      listHeight={DROPDOWN_MAX_HEIGHT}
      loading={query.isFetching}
      options={[
        ...optionsOf(found, 'PERSONAL'),
        ...(companies.length > 0 ? [{ label: t('resource.account.corporate'), options: companies }] : []),
      ]}
      value={value ?? null}
      labelRender={({ label }) => label ?? (chosen ? accountTitle(chosen) : '…')}
      optionRender={({ label, data }) => (
        <Flex vertical className="account-option">
          <span className="cell-line">{label}</span>
          <span className="cell-line cell-small figures">{data.detail}</span>
        </Flex>
      )}
      searchValue={typed}
      onSearch={setTyped}
      onPopupScroll={onScroll}
      onOpenChange={(isOpen) => isOpen && query.isError && void query.refetch()}
      onChange={(id?: string) => onChange(found.find((account) => account.id === id))}
      notFoundContent={
        <span role="status">
          {t(`resource.account.${query.isPending ? 'searching' : query.isError ? 'failed' : 'nothing'}`)}
        </span>
      }
    />
  );
}

interface FilteredList {
  view: Pick<ListView, 'filters'>;
  change: (changes: Pick<ListView, 'filters'>) => void;
}

/** Filters a list by `accountId`; another choice also clears the filter `clears`. */
export function AccountFilter(props: { control: FilteredList; clears?: string }) {
  const { view, change } = props.control;
  const left = props.clears ? withFilter(view.filters, props.clears, {}) : view.filters;
  return (
    <AccountSelect
      className="list-filter"
      allowClear
      popupMatchSelectWidth={false}
      placeholder={t('resource.account.label')}
      value={textFilter(view.filters, 'accountId')}
      onChange={(account) => change({ filters: withFilter(left, 'accountId', { eq: account?.id }) })}
    />
  );
}

/** The fields that identify an account's owner. */
type NamedAccount = Pick<AccountRow, 'type' | 'user' | 'cnpj' | 'companyName'> & { email?: string };

/** Returns the account's title: the company's legal name, or the owner's name for a personal account. */
export const accountTitle = ({ type, user, companyName }: NamedAccount): string =>
  type === 'CORPORATE' ? (companyName ?? user) : user;

/** Returns what distinguishes accounts with the same title: a company's formatted CNPJ, or a person's email address. */
export const accountDetail = ({ type, cnpj, email }: NamedAccount): string =>
  type === 'CORPORATE' && cnpj ? formatCnpj(cnpj) : (email ?? '');
