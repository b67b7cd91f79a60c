import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../../resources/accounts.ts';
import type { AccountRow } from '../../shared/staff.ts';
import { request } from '../http/client.ts';
import { Chip } from './filter-chip.tsx';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';
import { SearchInput } from './search-input.tsx';
import { Skeleton } from './skeleton.tsx';
import './account-chip.css';

const PAUSE_MS = 300;
const SHOWN = 20;

/** How staff call an account: a company by its name, a person by the owner's. */
export const accountLabel = ({ companyName, user }: Pick<AccountRow, 'companyName' | 'user'>) => companyName ?? user;

/** What was typed, once the typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Filter of staff: one account of all, found by the server. */
export function AccountChip({ id, onChange }: { id: string | undefined; onChange: (id?: string) => void }) {
  const { t } = useTranslation();
  const chosen = useQuery({
    queryKey: ['account-chip', id],
    queryFn: ({ signal }) => request<AccountRow>(`${accounts.api}/${id}`, { signal }),
    enabled: id !== undefined,
  });
  const name = chosen.data ? accountLabel(chosen.data) : chosen.isError ? t('resource.accountFilter.gone') : '…';
  return (
    <Chip label={t('resource.accountFilter.label')} chosen={id && name} clear={() => onChange(undefined)}>
      {(close) => (
        <AccountSearch
          chosen={id}
          choose={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Chip>
  );
}

function AccountSearch({ chosen, choose }: { chosen: string | undefined; choose: (id: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = usePaused(text);
  const { data, isError } = useQuery({
    queryKey: ['account-chip', 'search', search],
    queryFn: ({ signal }) =>
      request<{ data: AccountRow[] }>(accounts.api, { query: { search: search || undefined, limit: SHOWN }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="account-search">
      <SearchInput label={t('resource.accountFilter.search')} value={text} onChange={setText} />
      <div className="chip-orders account-choices">
        {data?.data.map((account) => (
          <Button
            key={account.id}
            type="text"
            aria-pressed={account.id === chosen}
            title={account.email}
            onClick={() => choose(account.id)}
          >
            <span className="cell-line">{accountLabel(account)}</span>
            {account.id === chosen && <Icon name="check" />}
          </Button>
        ))}
        {!data && !isError && <Skeleton rows={4} />}
        {data?.data.length === 0 && <p className="account-none">{t('resource.accountFilter.none')}</p>}
        {isError && <p className="account-none">{t('resource.failed.title')}</p>}
      </div>
    </div>
  );
}
