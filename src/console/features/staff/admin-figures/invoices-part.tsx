import { type HttpError, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Flex, Pagination, Select, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM_INVOICE_STATUSES, type PlatformInvoice } from '../../../../shared/figures.ts';
import { formatCount, formatMoney } from '../../../components/format.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { type Column, DataTable } from '../../../resource/data-table.tsx';

type Status = PlatformInvoice['status'];
const TONES: Record<Status, StatusTone> = { open: 'waiting', paid: 'good', uncollectible: 'bad', void: 'bad' };
const LIMIT = 20;

function useColumns(): Column<PlatformInvoice>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const column = (name: string, cell: Column<PlatformInvoice>['cell']) => ({
      name,
      label: t(`admin-figures.heads.${name}`),
      cell,
    });
    return [
      { ...column('account', ({ account }) => <span className="cell-line">{account}</span>), isLong: true },
      column('issuedAt', ({ issuedAt }) => <MomentText iso={issuedAt} />),
      column('plan', ({ plan }) => plan),
      column('orderNumber', ({ orderNumber }) => orderNumber),
      column('status', ({ status }) => (
        <StatusDot tone={TONES[status]}>{t(`admin-figures.statuses.${status}`)}</StatusDot>
      )),
      { ...column('amount', ({ amount }) => <span className="figures">{formatMoney(amount)}</span>), isFigure: true },
    ];
  }, [t]);
}

/** The invoices of all accounts, page by page. */
export function InvoicesPart() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<Status>();
  const columns = useColumns();
  const { query } = useList<PlatformInvoice, HttpError>({
    resource: 'admin/invoices',
    pagination: { currentPage: page, pageSize: LIMIT },
    filters: [{ field: 'status', operator: 'eq', value: status }],
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  const title = t('admin-figures.invoices.title');
  const choose = (chosen?: Status) => {
    setStatus(chosen);
    setPage(1);
  };
  return (
    <Flex component="section" vertical gap={12} className="page-part" aria-label={title}>
      <Typography.Title level={2}>{title}</Typography.Title>
      <div className="list-toolbar">
        <Select<Status>
          className="list-filter"
          allowClear
          popupMatchSelectWidth={false}
          aria-label={t('admin-figures.heads.status')}
          placeholder={t('admin-figures.heads.status')}
          options={PLATFORM_INVOICE_STATUSES.map((value) => ({ value, label: t(`admin-figures.statuses.${value}`) }))}
          value={status ?? null}
          onChange={choose}
        />
      </div>
      {!data && error ? (
        <LoadError error={error} again={() => void query.refetch()} busy={isFetching} />
      ) : data?.total === 0 ? (
        <Typography.Paragraph type="secondary">{t('admin-figures.invoices.none')}</Typography.Paragraph>
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={data?.data}
            label={title}
            nameOf={({ orderNumber }) => orderNumber}
            isStandIn={isPlaceholderData}
          />
          <Pagination
            className="figures-pages"
            align="end"
            current={page}
            pageSize={LIMIT}
            total={data?.total ?? 0}
            showSizeChanger={false}
            showTotal={(count) => t('admin-figures.invoices.total', { count, written: formatCount(count) })}
            onChange={setPage}
          />
        </>
      )}
    </Flex>
  );
}
