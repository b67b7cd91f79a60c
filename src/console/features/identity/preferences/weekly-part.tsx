import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WeeklyMail } from '../../../../shared/weekly-mail.ts';
import { PageSection } from '../../../components/page-section.tsx';
import { SkeletonLine } from '../../../components/skeleton.tsx';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';

const KEY = ['weekly-mail'];

/** Turns the weekly e-mail on or off. */
export function WeeklyPart() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request<WeeklyMail>('/weekly-mail', { signal }),
  });
  const save = useMutation({
    mutationFn: (body: WeeklyMail) => request('/weekly-mail', { method: 'PUT', body }),
    onSuccess: (_, body) => client.setQueryData(KEY, body),
    onError: (failure) => void showFailure(failure),
  });
  return (
    <PageSection title={t('preferences.weekly.title')} text={t('preferences.weekly.text')}>
      {data ? (
        <Flex component="label" align="center" gap="middle">
          <Switch checked={data.isOn} loading={save.isPending} onChange={(isOn) => save.mutate({ isOn })} />
          {t('preferences.weekly.action')}
        </Flex>
      ) : isError ? (
        <Alert
          type="error"
          message={t('preferences.weekly.failed')}
          action={
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
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
