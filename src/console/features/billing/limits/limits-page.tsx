import { useCustom, useCustomMutation, useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../../../resources/notices.ts';
import type { CreditLimits } from '../../../../shared/credit-limits.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { successNotice } from '../../../components/notices.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import type { HttpError } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { AccountCredits } from './account-credits.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type LimitsDraft, rowsOf, spreadEvenly } from './draft.ts';
import { LimitRow } from './limit-row.tsx';
import '../billing.css';

const PATH = '/credit-limits';
const CREDIT_LIMITS = ['credit-limits'];

/** Divides the plan's credits among the contexts. All changes are saved together. */
export function LimitsPage() {
  const { t } = useTranslation();
  const { query } = useCustom<CreditLimits, HttpError>({
    url: PATH,
    method: 'get',
    queryOptions: { queryKey: CREDIT_LIMITS },
  });
  const again = () => void query.refetch();
  const canSeeUse = useAllowed('limits', 'show');
  return (
    <PageFrame
      title={t('credit-limits.title')}
      intro={t('credit-limits.intro')}
      action={canSeeUse && <ButtonLink to="/settings/usage">{t('credit-limits.toUse')}</ButtonLink>}
    >
      {query.data ? (
        <>
          {query.isError && <StaleNotice again={again} busy={query.isFetching} />}
          <Tree limits={query.data.data} />
        </>
      ) : query.isError ? (
        <LoadError error={query.error} again={again} busy={query.isFetching} />
      ) : (
        <Skeleton title rows={8} />
      )}
    </PageFrame>
  );
}

/** Returns the function that saves the draft. `onConflict` receives the newer limits if somebody else saved first. */
function useSave(onSaved: () => void, onConflict: (current: CreditLimits) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<CreditLimits, HttpError>();
  const newerIn = (failure?: HttpError) =>
    failure?.code === 'stale' ? (failure.current as CreditLimits | undefined) : undefined;
  const save = (version: string, draft: LimitsDraft) =>
    mutate(
      {
        url: PATH,
        method: 'put',
        values: { version, limits: Object.entries(draft).map(([contextId, limit]) => ({ contextId, limit })) },
        successNotification: successNotice(t('credit-limits.saved')),
        errorNotification: (failure) => (newerIn(failure as HttpError) ? false : undefined),
      },
      {
        onSuccess: ({ data }) => {
          client.setQueryData(CREDIT_LIMITS, { data });
          void client.invalidateQueries({ queryKey: ['limits'] });
          void invalidate({ resource: notices.name, invalidates: ['list'] });
          onSaved();
        },
        onError: (failure) => {
          const newer = newerIn(failure);
          if (newer) onConflict(newer);
        },
      },
    );
  return { save, isSaving: mutation.isPending };
}

function Tree({ limits }: { limits: CreditLimits }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = useAllowed('credit-limits', 'edit');
  const [draft, setDraft] = useState<LimitsDraft>({});
  const [newer, setNewer] = useState<CreditLimits | null>(null);
  const rows = rowsOf(limits, draft);
  const isChanged = rows.some((row) => row.isChanged);
  const isFaulty = rows.some((row) => row.fault);
  const discard = () => setDraft({});
  const { save, isSaving } = useSave(discard, setNewer);
  const takeNewer = (keep: boolean) => {
    client.setQueryData(CREDIT_LIMITS, { data: newer });
    setNewer(null);
    if (!keep) discard();
  };
  return (
    <Form onFinish={() => isChanged && !isFaulty && save(limits.version, draft)}>
      <Flex vertical gap="middle">
        <AccountCredits
          limits={limits}
          rows={rows}
          onEvenly={canEdit ? () => setDraft(spreadEvenly(limits, draft, null)) : undefined}
        />
        {!canEdit && <Typography.Text type="secondary">{t('credit-limits.onlyRead')}</Typography.Text>}
        <ul className="plain framed" aria-label={t('credit-limits.tree')}>
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
          <Flex wrap gap="small">
            <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged || isFaulty}>
              {t('credit-limits.save')}
            </Button>
            {isChanged && <Button onClick={discard}>{t('credit-limits.discard')}</Button>}
          </Flex>
        )}
      </Flex>
      <ConflictDialog newer={newer} onKeep={() => takeNewer(true)} onTake={() => takeNewer(false)} />
      <UnsavedGuard when={isChanged} />
    </Form>
  );
}
