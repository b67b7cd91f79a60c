import type { HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../../../resources/notices.ts';
import { type CreditLimits, sumsBelowLimits } from '../../../../shared/credit-limits.ts';
import { formatCredits, formatNumber } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Part } from '../part.tsx';
import { allCredits, type LimitsDraft, type LimitsRow, rowsOf, spreadEvenly } from './draft.ts';
import { LimitRow, ShareBar } from './limit-row.tsx';
import '../billing.css';

const COLORS = { used: 'var(--primary)', spread: 'var(--information)', left: 'var(--edge)' };

function AccountCredits(props: { limits: CreditLimits; rows: readonly LimitsRow[]; onEvenly?: () => void }) {
  const { t } = useTranslation();
  const { granted, used, lasting } = props.limits.credits;
  const spread = sumsBelowLimits(props.rows).get(null) ?? 0;
  return (
    <Part title={t('credit-limits.account.title')}>
      <p className="figures cell-quiet part-heading">
        {t('credit-limits.account.used', { used: formatCredits(used), granted: formatCredits(granted) })}
        {lasting > 0 && `, ${t('credit-limits.account.lasting', { lasting: formatCredits(lasting) })}`}
        {` · ${t('credit-limits.account.spread', { spread: formatNumber(spread) })}`}
      </p>
      <ShareBar used={used} spread={spread} limit={allCredits(props.limits)} />
      <Flex wrap justify="space-between" align="center" gap="small" style={{ marginTop: 12 }}>
        <Flex component="ul" gap="middle" className="plain cell-quiet share-legend">
          {(['used', 'spread', 'left'] as const).map((part) => (
            <li key={part}>
              <i style={{ background: COLORS[part] }} /> {t(`credit-limits.legend.${part}`)}
            </li>
          ))}
        </Flex>
        {props.onEvenly && <Button onClick={props.onEvenly}>{t('credit-limits.evenlyAll')}</Button>}
      </Flex>
    </Part>
  );
}

const PATH = '/credit-limits';
const CREDIT_LIMITS = ['credit-limits'];

/** Divides the plan's credits among the contexts. All changes are saved together. */
export function LimitsPage() {
  const { t } = useTranslation();
  const query = useGet<CreditLimits>(PATH, { queryKey: CREDIT_LIMITS });
  const canSeeUse = useAllowed('limits', 'show');
  return (
    <PageFrame
      title={t('credit-limits.title')}
      intro={t('credit-limits.intro')}
      action={canSeeUse && <ButtonLink to="/settings/usage">{t('credit-limits.toUse')}</ButtonLink>}
    >
      <Loaded query={query} isRefreshed waiting={<Skeleton title rows={8} />}>
        {({ data }) => <Tree limits={data} />}
      </Loaded>
    </PageFrame>
  );
}

/** Returns the function that saves the draft. `onConflict` receives the newer limits if somebody else saved first. */
function useSave(onSaved: () => void, onConflict: (current: CreditLimits) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { call, isBusy } = useCall<CreditLimits>(notices.name);
  const newerIn = (failure: HttpError) =>
    failure.code === 'stale' ? (failure.current as CreditLimits | undefined) : undefined;
  const save = (version: string, draft: LimitsDraft) =>
    call({
      url: PATH,
      method: 'put',
      values: { version, limits: Object.entries(draft).map(([contextId, limit]) => ({ contextId, limit })) },
      successText: t('credit-limits.saved'),
      isShown: (failure) => newerIn(failure) !== undefined,
      onSuccess: (data) => {
        client.setQueryData(CREDIT_LIMITS, { data });
        void client.invalidateQueries({ queryKey: ['limits'] });
        onSaved();
      },
      onError: (failure) => {
        const newer = newerIn(failure);
        if (newer) onConflict(newer);
      },
    });
  return { save, isSaving: isBusy };
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

/** Opens when somebody else saved first. Shows the newer limits and asks whether the user's changes are kept on top. */
function ConflictDialog(props: { newer: CreditLimits | null; onKeep: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  const limitOf = (limit: number | null) => (limit === null ? t('credit-limits.boundless') : formatNumber(limit));
  return (
    <Modal
      open={props.newer !== null}
      title={t('credit-limits.conflict.title')}
      cancelText={t('credit-limits.conflict.take')}
      onCancel={props.onTake}
      width={540}
      okText={t('credit-limits.conflict.keep')}
      onOk={props.onKeep}
    >
      <p>{t('credit-limits.conflict.text')}</p>
      <ul className="plain limit-newer">
        {props.newer?.data.map(({ id, name, limit }) => (
          <Flex component="li" key={id} justify="space-between" gap="middle">
            <span>{name}</span> <span className="figures">{limitOf(limit)}</span>
          </Flex>
        ))}
      </ul>
    </Modal>
  );
}
