import { useInvalidate, useNotification } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../../../resources/notices.ts';
import type { CreditLimits } from '../../../../shared/credit-limits.ts';
import { failureNotice } from '../../../components/notices.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { HttpError, request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { AccountCredits } from './account-credits.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Draft, rowsOf, spreadEvenly } from './draft.ts';
import { LimitRow } from './limit-row.tsx';
import './limits.css';

const CALL = '/credit-limits';
const creditLimitsQuery = {
  queryKey: ['credit-limits'],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<CreditLimits>(CALL, { signal }),
};

/** How the plan's credits are spread among the contexts: one tree, changed as a whole. */
export function LimitsPage() {
  const { t } = useTranslation();
  const query = useQuery(creditLimitsQuery);
  const limits = query.data;
  return (
    <PageFrame title={t('credit-limits.title')} intro={t('credit-limits.intro')}>
      {limits ? (
        <>
          {query.isError && <StaleNotice again={() => void query.refetch()} busy={query.isFetching} />}
          <Tree limits={limits} />
        </>
      ) : query.isError ? (
        <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Skeleton title rows={8} />
      )}
    </PageFrame>
  );
}

/** Saves what is typed; a refusal because somebody was quicker gives what there is now. */
function useSave(onSaved: () => void, onConflict: (current: CreditLimits) => void) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ version, draft }: { version: string; draft: Draft }) => {
      const limits = Object.entries(draft).map(([contextId, limit]) => ({ contextId, limit }));
      return request<CreditLimits>(CALL, { method: 'PUT', body: { version, limits } });
    },
    onSuccess: (saved) => {
      client.setQueryData(creditLimitsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: ['limits'] });
      void invalidate({ resource: notices.name, invalidates: ['list'] });
      onSaved();
      open?.({ type: 'success', message: t('credit-limits.saved') });
    },
    onError: (failure) => {
      const current = failure instanceof HttpError && failure.code === 'stale' ? failure.current : undefined;
      if (current) onConflict(current as CreditLimits);
      else open?.(failureNotice(t)(failure));
    },
  });
}

function Tree({ limits }: { limits: CreditLimits }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = useAllowed('credit-limits', 'edit');
  const [draft, setDraft] = useState<Draft>({});
  const [newer, setNewer] = useState<CreditLimits | null>(null);
  const rows = rowsOf(limits, draft);
  const isChanged = rows.some((row) => row.isChanged);
  const isFaulty = rows.some((row) => row.fault);
  const forget = () => setDraft({});
  const { mutate, isPending } = useSave(forget, setNewer);
  const takeNewer = (keep: boolean) => {
    client.setQueryData(creditLimitsQuery.queryKey, newer);
    setNewer(null);
    if (!keep) forget();
  };
  return (
    <form
      className="credit-limits"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isFaulty) mutate({ version: limits.version, draft });
      }}
    >
      <AccountCredits
        limits={limits}
        rows={rows}
        onEvenly={canEdit ? () => setDraft(spreadEvenly(limits, draft, null)) : undefined}
      />
      {!canEdit && <p className="limits-only-read">{t('credit-limits.onlyRead')}</p>}
      <ul className="limit-tree" aria-label={t('credit-limits.tree')}>
        {rows.map((row) => (
          <LimitRow
            key={row.id}
            row={row}
            onChange={canEdit ? (limit) => setDraft({ ...draft, [row.id]: limit }) : undefined}
            onEvenly={() => setDraft(spreadEvenly(limits, draft, row.id))}
          />
        ))}
      </ul>
      {canEdit && (
        <div className="limit-actions">
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!isChanged || isFaulty}>
            {t('credit-limits.save')}
          </Button>
          {isChanged && <Button onClick={forget}>{t('credit-limits.discard')}</Button>}
        </div>
      )}
      <ConflictDialog newer={newer} onKeep={() => takeNewer(true)} onTake={() => takeNewer(false)} />
      <UnsavedGuard when={isChanged} />
    </form>
  );
}
