import { type BaseRecord, type CrudFilter, type HttpError, useInfiniteList } from '@refinedev/core';
import { Button, Typography } from 'antd';
import { ItemList, type ItemListProps } from '../../../components/item-list.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { t } from '../../../providers/i18n.ts';

/** Returns the query of one of an account's lists, such as those of `ACCOUNT_LISTS`. */
export const useAccountList = <R extends BaseRecord>(resource: string, accountId: string, filters: CrudFilter[] = []) =>
  useInfiniteList<R, HttpError>({
    resource,
    filters: [{ field: 'accountId', operator: 'eq', value: accountId }, ...filters],
    pagination: { pageSize: 20 },
  }).query;

type PagedListProps<R extends BaseRecord> = Omit<ItemListProps<R>, 'rows'> & {
  of: Parameters<typeof useAccountList<R>>;
};

/** A list with a button that loads more, and with loading, error and empty states. */
export function PagedList<R extends BaseRecord>({ of, empty, ...list }: PagedListProps<R>) {
  const query = useAccountList<R>(...of);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data) return error ? <LoadError query={query} /> : <Skeleton rows={6} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <Typography.Paragraph type="secondary">{empty}</Typography.Paragraph>;
  return (
    <>
      <ItemList {...list} rows={rows} />
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin-accounts.more')}
        </Button>
      )}
    </>
  );
}
