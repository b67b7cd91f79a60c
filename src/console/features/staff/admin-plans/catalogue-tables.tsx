import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackRecord, PlanRecord } from '../../../../shared/plans.ts';
import { formatCredits } from '../../../components/format-day.ts';
import { DataTable, type Column } from '../../../resource/data-table.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { formatCount, formatMoney } from '../../../components/format.ts';

interface TableProps<R> {
  query: UseQueryResult<R[]>;
  onEdit: (record: R) => void;
}

function OfferDot({ isOffered }: { isOffered: boolean }) {
  const { t } = useTranslation();
  return (
    <StatusDot tone={isOffered ? 'good' : 'off'}>
      {t(isOffered ? 'admin-plans.offered' : 'admin-plans.withdrawn')}
    </StatusDot>
  );
}

interface Drawn<R> extends TableProps<R> {
  label: string;
  thing: string;
  columns: readonly Column<R>[];
}

function Catalogue<R extends { id: string; name: string }>({ query, onEdit, label, thing, columns }: Drawn<R>) {
  const { t } = useTranslation();
  const canEdit = useAllowed(thing, 'edit');
  const { data, isError, error, isFetching, refetch } = query;
  if (isError && !data) return <LoadError error={error} again={() => void refetch()} busy={isFetching} />;
  if (data?.length === 0) return <EmptyState title={t('admin-plans.none')} />;
  return (
    <DataTable
      label={label}
      rows={data}
      nameOf={({ name }) => name}
      columns={columns}
      actions={(record) => {
        const edit = { label: t('resource.editName', { name: record.name }), hint: t('resource.edit') };
        return canEdit ? [{ icon: 'edit', onClick: () => onEdit(record), ...edit }] : [];
      }}
    />
  );
}

/** The plans, the smallest first. */
export function PlanTable(props: TableProps<PlanRecord>) {
  const { t } = useTranslation();
  const label = (name: string) => t(`admin-plans.fields.${name}`);
  const figure = (name: string, cell: (plan: PlanRecord) => ReactNode) =>
    ({ name, label: label(name), isFigure: true, cell }) as const;
  return (
    <Catalogue
      {...props}
      label={t('admin-plans.plans')}
      thing="plan-catalogue"
      columns={[
        { name: 'name', label: label('name'), cell: ({ name }) => <span className="cell-line">{name}</span> },
        {
          name: 'isOffered',
          label: label('isOffered'),
          cell: ({ isOffered }) => <OfferDot isOffered={isOffered} />,
        },
        figure('monthlyPrice', (plan) => formatMoney(plan.monthlyPrice)),
        figure('yearlyPrice', (plan) => formatMoney(plan.yearlyPrice)),
        figure('credits', (plan) => formatCredits(plan.credits)),
        figure('itemLimit', (plan) => formatCount(plan.itemLimit)),
        figure('contextLimit', (plan) => formatCount(plan.contextLimit)),
        figure('userLimit', (plan) => formatCount(plan.userLimit)),
        figure('accounts', (plan) => formatCount(plan.accounts)),
      ]}
    />
  );
}

/** The packs of credits, the cheapest first. */
export function PackTable(props: TableProps<PackRecord>) {
  const { t } = useTranslation();
  return (
    <Catalogue
      {...props}
      label={t('admin-plans.packs')}
      thing="pack-catalogue"
      columns={[
        {
          name: 'name',
          label: t('admin-plans.fields.name'),
          cell: ({ name }) => <span className="cell-line">{name}</span>,
        },
        {
          name: 'isOffered',
          label: t('admin-plans.fields.isOffered'),
          cell: ({ isOffered }) => <OfferDot isOffered={isOffered} />,
        },
        {
          name: 'price',
          label: t('admin-plans.fields.price'),
          isFigure: true,
          cell: ({ price }) => formatMoney(price),
        },
        {
          name: 'credits',
          label: t('admin-plans.fields.packCredits'),
          isFigure: true,
          cell: ({ credits }) => formatCredits(credits),
        },
      ]}
    />
  );
}
