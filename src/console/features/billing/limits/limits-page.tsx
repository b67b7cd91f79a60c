import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Progress, Typography } from 'antd';
import { useId } from 'react';
import { notices } from '../../../../../resources/notices.ts';
import { changedPaths, changedValues } from '../../../../shared/changes.ts';
import { type CreditLimits, sumsBelowLimits } from '../../../../shared/credit-limits.ts';
import { formatCredits, formatNumber } from '../../../../shared/format.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Part } from '../cards.tsx';
import { allCredits, LIMIT_MAX, type LimitsDraft, type LimitsRow, rowsOf, spreadEvenly } from './draft.ts';
import '../billing.css';

const COLORS = { used: 'var(--primary)', spread: 'var(--information)', left: 'var(--edge)' };

function AccountCredits(props: { limits: CreditLimits; rows: readonly LimitsRow[]; onEvenly?: () => void }) {
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

interface DividedCredits {
  limits: LimitsDraft;
}

const valuesOf = ({ data }: CreditLimits): DividedCredits => ({
  limits: Object.fromEntries(data.map(({ id, limit }) => [id, limit])),
});

function Tree({ limits }: { limits: CreditLimits }) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const canEdit = useAllowed('credit-limits', 'edit');
  const nameOf = (path: string) => limits.data.find(({ id }) => path === `limits.${id}`)?.name ?? '';
  const { form, formProps, isSaving, merge } = useFormCall<DividedCredits, CreditLimits>({
    url: PATH,
    method: 'put',
    bodyOf: (values, read = limits) => {
      const { limits: changed = {} } = changedValues(values, valuesOf(read));
      return { limits: Object.entries(changed).map(([contextId, limit]) => ({ contextId, limit })) };
    },
    row: limits,
    valuesOf,
    mergeTexts: {
      labelOf: (path) => t('credit-limits.limitOf', { name: nameOf(path) }),
      show: (_, limit) => (limit === null ? t('credit-limits.boundless') : formatNumber(limit as number)),
    },
    successText: () => t('credit-limits.saved'),
    onSaved: (data) => {
      client.setQueryData(CREDIT_LIMITS, { data });
      void client.invalidateQueries({ queryKey: ['limits'] });
      void invalidate({ resource: notices.name, invalidates: ['list'] });
    },
  });
  const saved = valuesOf(merge.baseOf() ?? limits);
  const { limits: draft = {} } = Form.useWatch((all: Partial<DividedCredits>) => all, form) ?? saved;
  const rows = rowsOf(limits, draft);
  const isChanged = changedPaths(draft, saved.limits).length > 0;
  const isFaulty = rows.some((row) => row.fault);
  const spread = (parentId: string | null) =>
    form.setFields(
      Object.entries(spreadEvenly(limits, draft, parentId)).map(([id, value]) => ({
        ...{ name: ['limits', id], value, touched: true },
      })),
    );
  return (
    <Form {...formProps} onFinish={(values) => isFaulty || formProps.onFinish?.(values)}>
      <Flex vertical gap="middle">
        <AccountCredits limits={limits} rows={rows} onEvenly={canEdit ? () => spread(null) : undefined} />
        {!canEdit && <Typography.Text type="secondary">{t('credit-limits.onlyRead')}</Typography.Text>}
        <ul className="plain framed" aria-label={t('credit-limits.tree')}>
          {rows.map((row) => (
            <LimitRow key={row.id} row={row} canEdit={canEdit} onEvenly={() => spread(row.id)} />
          ))}
        </ul>
        {canEdit && (
          <Flex wrap gap="small">
            <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged || isFaulty}>
              {t('credit-limits.save')}
            </Button>
            {isChanged && <Button onClick={() => form.setFieldsValue(saved)}>{t('credit-limits.discard')}</Button>}
          </Flex>
        )}
      </Flex>
      {merge.dialog}
      <UnsavedGuard when={isChanged} />
    </Form>
  );
}

function colorOf(used: number, limit: number): string {
  const share = limit > 0 ? used / limit : 1;
  return `var(--${share >= 0.9 ? 'danger' : share >= 0.6 ? 'attention' : 'primary'})`;
}

/** Two bars: the used part of a limit and, below, the part assigned to child contexts. Shows nothing without a limit. */
function ShareBar({ used, spread, limit }: { used: number; spread: number; limit: number | null }) {
  if (limit === null) return null;
  const values = { used: formatCredits(used), spread: formatNumber(spread), limit: formatNumber(limit) };
  const label = t('credit-limits.bar', values);
  const bar = (part: number, color: string) => (
    <Progress
      aria-label={label}
      percent={limit > 0 ? (part / limit) * 100 : 0}
      showInfo={false}
      size={{ height: 4 }}
      strokeColor={color}
    />
  );
  return (
    <Flex vertical gap={3} role="img" aria-label={label} className="share">
      {bar(used, colorOf(used, limit))}
      {bar(spread, 'var(--information)')}
    </Flex>
  );
}

/** One context in the tree: its limit, and how much of it is used, assigned to child contexts and left. */
function LimitRow({ row, canEdit, onEvenly }: { row: LimitsRow; canEdit: boolean; onEvenly: () => void }) {
  const id = useId();
  const label = t('credit-limits.limitOf', { name: row.name });
  return (
    <li className="limit-row" data-fault={row.fault !== null} style={{ '--depth': row.depth } as never}>
      <Flex wrap align="center" gap="0 8px" className="limit-name">
        <strong>{row.name}</strong>
        {canEdit && row.hasChildren && row.limit !== null && (
          <Button
            type="link"
            size="small"
            style={{ padding: 0 }}
            aria-label={t('credit-limits.evenlyOf', { name: row.name })}
            onClick={onEvenly}
          >
            {t('credit-limits.evenly')}
          </Button>
        )}
      </Flex>
      <Flex vertical gap={6} className="limit-use">
        <ShareBar used={row.used} spread={row.spread} limit={row.limit} />
        <Amounts row={row} />
      </Flex>
      {canEdit ? (
        <Form.Item noStyle name={['limits', row.id]}>
          <NumberInput
            style={{ width: '100%' }}
            aria-label={label}
            aria-describedby={row.fault ? id : undefined}
            status={row.fault ? 'error' : undefined}
            placeholder={t('credit-limits.boundless')}
            controls={false}
          />
        </Form.Item>
      ) : (
        <span>{row.limit === null ? t('credit-limits.boundless') : formatNumber(row.limit)}</span>
      )}
      {row.fault && (
        <Typography.Text type="danger" className="limit-fault" id={id} role="alert">
          <Icon name="warning" size={14} /> <Fault fault={row.fault} />
        </Typography.Text>
      )}
    </li>
  );
}

function Fault({ fault }: { fault: NonNullable<LimitsRow['fault']> }) {
  if (fault.kind === 'invalid') return t('credit-limits.invalid', { max: formatNumber(LIMIT_MAX) });
  const spread = formatNumber(fault.spread);
  const limit = formatNumber(fault.limit);
  return t(`credit-limits.over.${fault.kind}`, { spread, limit, name: fault.name });
}

function Amounts({ row: { used, spread, left } }: { row: LimitsRow }) {
  const parts = [
    t('credit-limits.used', { used: formatCredits(used) }),
    spread > 0 && t('credit-limits.spread', { spread: formatNumber(spread) }),
    left !== null && t(`credit-limits.${left > 0 ? 'left' : 'nothingLeft'}`, { left: formatCredits(left) }),
  ];
  return <span className="figures cell-quiet">{parts.filter(Boolean).join(' · ')}</span>;
}
