import { type HttpError, useCustom, useCustomMutation } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WeeklyMail } from '../../../../shared/weekly-mail.ts';
import { PageSection } from '../../../components/page-section.tsx';
import { SkeletonLine } from '../../../components/skeleton.tsx';

const WEEKLY = '/weekly-mail';

/** Turns the weekly e-mail on or off. */
export function WeeklyPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { query } = useCustom<WeeklyMail, HttpError>({
    url: WEEKLY,
    method: 'get',
    queryOptions: { queryKey: [WEEKLY] },
  });
  const { mutate, mutation } = useCustomMutation();
  const save = (data: WeeklyMail) =>
    mutate({ url: WEEKLY, method: 'put', values: data }, { onSuccess: () => client.setQueryData([WEEKLY], { data }) });
  const weekly = query.data?.data;
  return (
    <PageSection title={t('preferences.weekly.title')} text={t('preferences.weekly.text')}>
      {weekly ? (
        <Flex component="label" align="center" gap="middle">
          <Switch checked={weekly.isOn} loading={mutation.isPending} onChange={(isOn) => save({ isOn })} />
          {t('preferences.weekly.action')}
        </Flex>
      ) : query.isError ? (
        <Alert
          type="error"
          message={t('preferences.weekly.failed')}
          action={
            <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('resource.again')}
            </Button>
          }
        />
      ) : (
        <SkeletonLine />
      )}
    </PageSection>
  );
}
