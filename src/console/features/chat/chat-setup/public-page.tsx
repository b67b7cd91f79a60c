import { Card, Flex, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { CopyButton } from './snippet.tsx';

interface PublicPageState {
  isPublished: boolean;
  url: string;
}

/** Lets the owner publish the questions and answers of a context on a page of their own. */
export function PublicPage({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('public-page', 'edit');
  const path = `/contexts/${contextId}/public-page`;
  const query = useGet<PublicPageState>(path);
  const { call, isBusy, answer } = useCall<PublicPageState>();
  const state = answer ?? query.data?.data;
  const publish = (isPublished: boolean) =>
    call({
      url: path,
      method: 'put',
      values: { isPublished },
      successText: t(`chat-setup.publicPage.${isPublished ? 'published' : 'withdrawn'}`),
    });
  if (query.isError) return <LoadError query={query} />;
  return (
    <Card size="small" title={<h2>{t('chat-setup.publicPage.title')}</h2>}>
      <Flex vertical gap={12} align="start">
        <Typography.Text>{t('chat-setup.publicPage.text')}</Typography.Text>
        <Flex gap={10} align="center">
          <Switch
            aria-label={t('chat-setup.publicPage.switch')}
            checked={state?.isPublished ?? false}
            loading={isBusy || query.isPending}
            disabled={!canEdit}
            onChange={publish}
          />
          <span>{t('chat-setup.publicPage.switch')}</span>
        </Flex>
        {state?.isPublished && (
          <>
            <Typography.Text type="secondary">{t('chat-setup.publicPage.on')}</Typography.Text>
            <Flex wrap gap={12} align="center">
              <a href={state.url} target="_blank" rel="noreferrer">
                {t('chat-setup.publicPage.open')}
              </a>
              <CopyButton text={state.url} label={t('chat-setup.publicPage.copy')} />
            </Flex>
          </>
        )}
      </Flex>
    </Card>
  );
}
