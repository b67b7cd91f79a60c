import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';

/** A list with a button that loads more, and with loading, error and empty states. */
export function PagedList<P extends { data: readonly unknown[] }>(props: {
  query: UseInfiniteQueryResult<{ pages: P[] }, Error>;
  empty: string;
  children: (pages: P[]) => ReactNode;
}) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = props.query;
  if (!data && error) return <LoadError error={error} again={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton rows={6} />;
  if (data.pages[0]?.data.length === 0)
    return <Typography.Paragraph type="secondary">{props.empty}</Typography.Paragraph>;
  return (
    <>
      {props.children(data.pages)}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin-accounts.more')}
        </Button>
      )}
    </>
  );
}
