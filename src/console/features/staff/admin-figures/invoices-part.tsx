import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM_INVOICE_STATUSES, type PlatformInvoice } from '../../../../shared/figures.ts';
import { formatCount, formatMoney } from '../../../components/format.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { request } from '../../../http/client.ts';
import { type Column, DataTable } from '../../../resource/data-table.tsx';

type Status = PlatformInvoice['status'];
const TONES: Record<Status, Tone> = { open: 'waiting', paid: 'good', uncollectible: 'bad', void: 'bad' };
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

/** Every account's invoices, a page at a time. */
export function InvoicesPart() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<Status>();
  const columns = useColumns();
  const query = useQuery({
    queryKey: ['figures', 'invoices', page, status],
    queryFn: ({ signal }) =>
      request<{ data: PlatformInvoice[]; total: number }>('/admin/invoices', {
        query: { page, limit: LIMIT, status },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  const title = t('admin-figures.invoices.title');
  const choose = (chosen?: Status) => {
    setStatus(chosen);
    setPage(1);
  };
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / LIMIT));
  return (
    <section className="figures-part" aria-label={title}>
      <h2>{title}</h2>
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
        <p className="figures-none">{t('admin-figures.invoices.none')}</p>
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={data?.data}
            label={title}
            nameOf={({ orderNumber }) => orderNumber}
            isStandIn={isPlaceholderData}
          />
          <nav className="figures-pages" aria-label={t('admin-figures.invoices.pages')}>
            <span>
              {t('admin-figures.invoices.total', { count: data?.total ?? 0, written: formatCount(data?.total ?? 0) })}
            </span>
            <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {t('admin-figures.invoices.newer')}
            </Button>
            <Button disabled={page >= last} onClick={() => setPage(page + 1)}>
              {t('admin-figures.invoices.older')}
            </Button>
          </nav>
        </>
      )}
    </section>
  );
}
