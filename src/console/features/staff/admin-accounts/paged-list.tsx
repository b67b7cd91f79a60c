import type { BaseRecord, HttpError, useInfiniteList } from '@refinedev/core';
import { Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';

/** Returns the arguments of useInfiniteList for one of an account's lists (`ACCOUNT_LISTS`). */
export const listOf = (resource: string, accountId: string) => ({
  resource,
  filters: [{ field: 'accountId', operator: 'eq' as const, value: accountId }],
  pagination: { pageSize: 20 },
});

/** A list with a button that loads more, and with loading, error and empty states. */
export function PagedList<R extends BaseRecord>(props: {
  query: ReturnType<typeof useInfiniteList<R, HttpError>>['query'];
  empty: string;
  children: (rows: R[]) => ReactNode;
}) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = props.query;
  if (!data) return error ? <LoadError query={props.query} /> : <Skeleton rows={6} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <Typography.Paragraph type="secondary">{props.empty}</Typography.Paragraph>;
  return (
    <>
      {props.children(rows)}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin-accounts.more')}
        </Button>
      )}
    </>
  );
}
