import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLATFORM_INVOICE_STATUSES, type PlatformInvoice } from '../../../shared/figures.ts';
import { request } from '../../http/client.ts';
import { Button } from '../../resource/button.tsx';
import { CheckLine } from '../../resource/check.tsx';
import { type Column, DataTable } from '../../resource/data-table.tsx';
import { Chip } from '../../resource/filter-chip.tsx';
import { LoadError } from '../../resource/list-states.tsx';
import { MomentText } from '../../resource/moment-text.tsx';
import { StatusDot, type Tone } from '../../resource/status-dot.tsx';
import type { Row } from '../../resource/use-rows.ts';
import { writtenCount, writtenMoney } from '../../resource/written.ts';

type Status = PlatformInvoice['status'];
const TONES: Record<Status, Tone> = { open: 'waiting', paid: 'good', uncollectible: 'bad', void: 'bad' };
const LIMIT = 20;

function useColumns(): Column[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const column = (name: string, cell: (invoice: PlatformInvoice) => ReturnType<Column['cell']>) => ({
      name,
      label: t(`admin-figures.heads.${name}`),
      cell: (row: Row) => cell(row as unknown as PlatformInvoice),
    });
    return [
      { ...column('account', ({ account }) => <span className="cell-line">{account}</span>), isLong: true },
      column('issuedAt', ({ issuedAt }) => <MomentText iso={issuedAt} />),
      column('plan', ({ plan }) => plan),
      column('orderNumber', ({ orderNumber }) => orderNumber),
      column('status', ({ status }) => (
        <StatusDot tone={TONES[status]}>{t(`admin-figures.statuses.${status}`)}</StatusDot>
      )),
      { ...column('amount', ({ amount }) => <span className="figures">{writtenMoney(amount)}</span>), isFigure: true },
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
      <div className="toolbar">
        <Chip
          label={t('admin-figures.heads.status')}
          chosen={status && t(`admin-figures.statuses.${status}`)}
          clear={() => choose()}
        >
          {(close) =>
            PLATFORM_INVOICE_STATUSES.map((one) => (
              <CheckLine
                key={one}
                label={t(`admin-figures.statuses.${one}`)}
                checked={status === one}
                onChange={() => {
                  choose(status === one ? undefined : one);
                  close();
                }}
              />
            ))
          }
        </Chip>
      </div>
      {!data && error ? (
        <LoadError error={error} again={() => void query.refetch()} busy={isFetching} />
      ) : data?.total === 0 ? (
        <p className="figures-none">{t('admin-figures.invoices.none')}</p>
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={data?.data as unknown as Row[] | undefined}
            label={title}
            nameOf={(row) => String(row.orderNumber)}
            isStandIn={isPlaceholderData}
          />
          <nav className="figures-pages" aria-label={t('admin-figures.invoices.pages')}>
            <span>
              {t('admin-figures.invoices.total', { count: data?.total ?? 0, written: writtenCount(data?.total ?? 0) })}
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
