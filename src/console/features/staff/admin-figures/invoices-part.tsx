import { type HttpError, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Pagination, Select, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM_INVOICE_STATUSES, type PlatformInvoice } from '../../../../shared/figures.ts';
import { formatCount, formatMoney } from '../../../components/format.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, toneOf } from '../../../components/status-dot.tsx';
import { columnsBelow, DataTable } from '../../../resource/data-table.tsx';
import { FiguresSection } from './parts.tsx';

type Status = PlatformInvoice['status'];
const LIMIT = 20;

const columnsOf = (t: TFunction) =>
  columnsBelow<PlatformInvoice>(
    t,
    'admin-figures.heads',
    {
      account: ({ account }) => <span className="cell-line">{account}</span>,
      issuedAt: ({ issuedAt }) => <MomentText iso={issuedAt} />,
      plan: ({ plan }) => plan,
      orderNumber: ({ orderNumber }) => orderNumber,
      status: ({ status }) => (
        <StatusDot tone={toneOf(status) ?? 'off'}>{t(`admin-figures.statuses.${status}`)}</StatusDot>
      ),
      amount: ({ amount }) => <span className="figures">{formatMoney(amount)}</span>,
    },
    { account: { isLong: true }, amount: { isFigure: true } },
  );

/** The invoices of all accounts, page by page. */
export function InvoicesPart() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<Status>();
  const { query } = useList<PlatformInvoice, HttpError>({
    resource: 'admin/invoices',
    pagination: { currentPage: page, pageSize: LIMIT },
    filters: [{ field: 'status', operator: 'eq', value: status }],
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { data, error, isPlaceholderData } = query;
  const title = t('admin-figures.invoices.title');
  const choose = (chosen?: Status) => {
    setStatus(chosen);
    setPage(1);
  };
  return (
    <FiguresSection title={title}>
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
        <LoadError query={query} />
      ) : data?.total === 0 ? (
        <Typography.Paragraph type="secondary">{t('admin-figures.invoices.none')}</Typography.Paragraph>
      ) : (
        <>
          <DataTable
            columns={columnsOf(t)}
            rows={data?.data}
            label={title}
            nameOf={({ orderNumber }) => orderNumber}
            isStandIn={isPlaceholderData}
          />
          {data && (
            <Pagination
              style={{ marginTop: 24 }}
              align="end"
              current={page}
              pageSize={LIMIT}
              total={data.total}
              showSizeChanger={false}
              showTotal={(count) => t('admin-figures.invoices.total', { count, formatted: formatCount(count) })}
              onChange={setPage}
            />
          )}
        </>
      )}
    </FiguresSection>
  );
}
