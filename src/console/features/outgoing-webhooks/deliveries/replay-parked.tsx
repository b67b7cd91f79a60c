import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { withFilter } from '../../../resource/view.ts';
import { useReplay } from './use-replay.ts';

/** The button that sends all failed deliveries again, of one webhook or of all, after a confirmation. */
export function ReplayParked({ webhookId }: { webhookId: string | undefined }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { replayParked, isPending } = useReplay();
  const { query } = useList({
    resource: webhookDeliveries.name,
    filters: withFilter(withFilter([], 'webhookId', { eq: webhookId }), 'state', { eq: 'parked' }),
    pagination: { currentPage: 1, pageSize: 1 },
    queryOptions: { refetchInterval: webhookDeliveries.list.pollMs },
  });
  const count = query.data?.total ?? 0;
  const close = () => setAsking(false);
  // The dialog stays while the rows that it is about leave the list.
  if (count === 0 && !isAsking) return null;
  return (
    <>
      <Button icon={<Icon name="refresh" />} onClick={() => setAsking(true)}>
        {t('webhook-deliveries.replayAll')}
      </Button>
      <Modal
        open={isAsking}
        title={t('webhook-deliveries.ask.title', { count, total: formatCount(count) })}
        onCancel={close}
        okText={t('webhook-deliveries.replay')}
        confirmLoading={isPending}
        onOk={() => replayParked(webhookId ?? null, close)}
      >
        <p>{t('webhook-deliveries.ask.text')}</p>
      </Modal>
    </>
  );
}
