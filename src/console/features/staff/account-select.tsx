import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../shared/staff.ts';
import { Icon } from '../../components/icon.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { request } from '../../http/client.ts';
import { FRESH_MS } from '../../http/fresh.ts';
import { accountDetail, accountTitle } from './account-name.ts';
import './staff.css';

/** Maximum height of the list in px, as antd expects: 20rem at 16 px. */
const LIST_HEIGHT = 320;
const PAUSE_MS = 250;
const PAGE = 50;
/** Distance to the end of the list at which the next page is fetched (px). */
const NEAR_END = 120;

interface AccountsPage {
  data: AccountRow[];
  total: number;
  page: number;
}

/**
 * The accounts that match a search, personal ones first. They stay fresh for a moment, so that a page can prefetch
 * them.
 */
export const accountsToChoose = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'accounts-to-choose', search],
    queryFn: ({ pageParam, signal }) =>
      request<AccountsPage>('/admin/accounts', {
        query: { search: search || undefined, sort: 'type', page: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    staleTime: FRESH_MS,
  });

/** Returns the matching accounts. The previous ones stay until the new ones are loaded. */
function useFoundAccounts(search: string, isOff: boolean) {
  const query = useInfiniteQuery({
    ...accountsToChoose(search),
    placeholderData: keepPreviousData,
    enabled: !isOff,
  });
  return { ...query, accounts: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}

/** An account, or a group of accounts. */
interface AccountOption {
  value?: string;
  label: string;
  detail?: string;
  options?: AccountOption[];
}

const optionOf = (account: AccountRow): AccountOption => ({
  value: account.id,
  // Must be plain text, because screen readers announce it.
  label: accountTitle(account),
  detail: accountDetail(account),
});

function groupsOf(accounts: readonly AccountRow[], corporate: string): AccountOption[] {
  const companies = accounts.filter(({ type }) => type === 'CORPORATE').map(optionOf);
  const people = accounts.filter(({ type }) => type === 'PERSONAL').map(optionOf);
  return [...people, ...(companies.length > 0 ? [{ label: corporate, options: companies }] : [])];
}

interface AccountSelectProps {
  id?: string;
  /** The selected account; null if there is none. */
  value: AccountRow | null;
  onChange: (account: AccountRow | null) => void;
  disabled?: boolean;
  /** The text to show while the field is disabled. */
  standing?: string;
  /** The accessible name. */
  label: string;
}

/** A select for a customer account. Typing searches on the server. Companies are listed below personal accounts. */
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
    <Select<{ value: string; label: ReactNode }, AccountOption>
      id={id}
      className="account-select"
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
      optionRender={({ label: title, data }) => (
        <span className="account-option">
          <span className="cell-line">{title}</span>
          <span className="cell-line cell-small figures">{data.detail}</span>
        </span>
      )}
      searchValue={typed}
      onSearch={setTyped}
      onPopupScroll={onScroll}
      onOpenChange={(isOpen) => isOpen && found.isError && void found.refetch()}
      onChange={(chosen) => onChange(accounts.find((one) => one.id === chosen?.value) ?? null)}
      notFoundContent={
        <span role="status">
          {t(`admin-login.${found.isPending ? 'searching' : found.isError ? 'failed' : 'nothing'}`)}
        </span>
      }
    />
  );
}
