import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../shared/staff.ts';
import { Icon } from '../../components/icon.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { request } from '../../http/client.ts';
import { FRESH_MS } from '../../http/fresh.ts';
import { accountDetail, accountTitle } from './account-name.ts';
import './staff.css';

/** Tallest list: 20rem at the browser's usual 16 px (antd counts in px). */
const LIST_HEIGHT = 320;
const PAUSE_MS = 250;
const PAGE = 50;
/** So near its end a list fetches its next page, in pixels. */
const NEAR_END = 120;

interface Page {
  data: AccountRow[];
  total: number;
  page: number;
}

/** Accounts found by the server, personal ones first. What a page asks for ahead is not asked for again by its field. */
export const accountsToChoose = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'accounts-to-choose', search],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('/admin/accounts', {
        query: { search: search || undefined, sort: 'type', page: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    staleTime: FRESH_MS,
  });

/** Those found before stay until the new ones are here. */
function useFoundAccounts(search: string, isOff: boolean) {
  const query = useInfiniteQuery({
    ...accountsToChoose(search),
    placeholderData: keepPreviousData,
    enabled: !isOff,
  });
  return { ...query, accounts: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}

const optionOf = (account: AccountRow) => ({
  value: account.id,
  title: accountTitle(account),
  label: (
    <span className="account-option">
      <span>{accountTitle(account)}</span>
      <span>{accountDetail(account)}</span>
    </span>
  ),
});

function groupsOf(accounts: readonly AccountRow[], corporate: string) {
  const companies = accounts.filter(({ type }) => type === 'CORPORATE').map(optionOf);
  const people = accounts.filter(({ type }) => type === 'PERSONAL').map(optionOf);
  return [...people, ...(companies.length > 0 ? [{ label: corporate, title: corporate, options: companies }] : [])];
}

export interface AccountSelectProps {
  id?: string;
  /** The account chosen; null: none yet. */
  value: AccountRow | null;
  onChange: (account: AccountRow | null) => void;
  disabled?: boolean;
  /** What stands in a disabled field, where anything does. */
  standing?: string;
  /** Its name for who does not see it. */
  label: string;
}

/** Chooses one of the customers' accounts: typing searches on the server, companies stand below the people. */
export function AccountSelect({ id, value, onChange, disabled, standing, label }: AccountSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const found = useFoundAccounts(useDebounced(typed.trim(), PAUSE_MS), disabled ?? false);
  const { accounts, hasNextPage, isFetching, fetchNextPage } = found;
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const isNearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END;
    if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
  };
  const shown = value ? { value: value.id, label: accountTitle(value) } : undefined;
  return (
    <Select
      id={id}
      className="account-select"
      classNames={{ popup: { root: 'account-list' } }}
      size="large"
      aria-label={label}
      placeholder={t('admin-login.placeholder')}
      showSearch
      filterOption={false}
      labelInValue
      listHeight={LIST_HEIGHT}
      disabled={disabled}
      loading={isFetching}
      suffixIcon={<Icon name="chevronDown" />}
      options={groupsOf(accounts, t('admin-login.corporate'))}
      value={disabled && standing ? { value: '', label: standing } : shown}
      labelRender={(chosen) => chosen.label}
      searchValue={typed}
      onSearch={setTyped}
      onPopupScroll={onScroll}
      onOpenChange={(isOpen) => isOpen && found.isError && void found.refetch()}
      onChange={(chosen) => onChange(accounts.find((one) => one.id === chosen?.value) ?? null)}
      notFoundContent={
        <span role="status" className="account-select-nothing">
          {t(`admin-login.${found.isPending ? 'searching' : found.isError ? 'failed' : 'nothing'}`)}
        </span>
      }
    />
  );
}
