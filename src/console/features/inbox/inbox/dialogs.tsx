import { useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { closeReasons } from '../../../../../resources/close-reasons.ts';
import type { InboxRow } from '../../../../shared/handover.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';

interface DialogProps {
  row: InboxRow;
  isBusy: boolean;
  onCancel: () => void;
}

const DEFAULTS = ['solved', 'sale', 'noAnswer', 'elsewhere'] as const;

/** Asks for the reason. Offers the context's own reasons, or else the usual ones. */
export function CloseDialog({ row, isBusy, onCancel, onClose }: DialogProps & { onClose: (reason: string) => void }) {
  const { result } = useList<{ id: string; reason: string }>({
    resource: closeReasons.name,
    filters: [{ field: 'contextId', operator: 'eq', value: row.contextId }],
    pagination: { pageSize: 100 },
  });
  const own = result.data.map(({ reason }) => reason);
  const reasons = own.length > 0 ? own : DEFAULTS.map((name) => t(`inbox.closeDefaults.${name}`));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Modal
      open
      title={t('inbox.closeDialog.title')}
      okText={t('inbox.closeDialog.action')}
      onOk={() => onClose(chosen ?? reasons[0]!)}
      confirmLoading={isBusy}
      onCancel={onCancel}
    >
      <Form layout="vertical">
        <Form.Item label={t('inbox.closeDialog.reason')} htmlFor="close-reason">
          <ChoiceSelect
            id="close-reason"
            value={chosen ?? reasons[0]}
            options={reasons.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface Colleague {
  id: string;
  name: string;
  isThere: boolean;
}
const QUEUE = 'queue';

/** Asks whom to give the conversation to. */
export function TransferDialog(props: DialogProps & { onTransfer: (userId: string | null) => void }) {
  const { row, isBusy, onCancel, onTransfer } = props;
  const { data = [] } = useQuery({
    queryKey: ['inbox', 'colleagues', row.contextId],
    queryFn: ({ signal }) => request<Colleague[]>('/inbox/colleagues', { signal, query: { contextId: row.contextId } }),
  });
  const [to, setTo] = useState<string | null>(QUEUE);
  const options = data
    .filter(({ id }) => id !== row.personId)
    .map(({ id, name, isThere }) => ({
      value: id,
      label: isThere ? name : t('inbox.transferDialog.away', { name }),
    }));
  return (
    <Modal
      open
      title={t('inbox.transferDialog.title')}
      okText={t('inbox.transferDialog.action')}
      onOk={() => onTransfer(to === QUEUE ? null : to)}
      confirmLoading={isBusy}
      onCancel={onCancel}
    >
      <Form layout="vertical">
        <Form.Item label={t('inbox.transferDialog.to')} htmlFor="transfer-to">
          <ChoiceSelect
            id="transfer-to"
            value={to}
            options={[{ value: QUEUE, label: t('inbox.transferDialog.queue') }, ...options]}
            onChange={setTo}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
