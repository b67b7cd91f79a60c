import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { Modal } from '../../../components/modal.tsx';
import { useCall } from '../../../components/use-call.ts';
import type { VisitorMessage } from './use-message-actions.ts';

/** Deletes the selected messages after a confirmation. */
export function DeleteMessages({ messages, done }: { messages: readonly VisitorMessage[]; done: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { call, isBusy } = useCall(visitorMessages.name);
  const count = messages.length;
  const remove = () =>
    call({
      url: `${visitorMessages.api}/bulk-delete`,
      values: { ids: messages.map(({ id }) => id) },
      successText: t('visitor-messages.bulk.deleted', { count }),
      onSuccess: () => {
        setAsking(false);
        done();
      },
    });
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {t('visitor-messages.bulk.delete')}
      </Button>
      <Modal
        open={isAsking}
        title={t('visitor-messages.bulk.title', { count })}
        onCancel={() => setAsking(false)}
        okText={t('visitor-messages.bulk.delete')}
        okButtonProps={{ danger: true }}
        confirmLoading={isBusy}
        onOk={remove}
      >
        <p>{t('visitor-messages.bulk.text', { count })}</p>
      </Modal>
    </>
  );
}
