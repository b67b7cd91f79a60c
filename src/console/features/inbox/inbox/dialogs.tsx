import { useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { closeReasons } from '../../../../../resources/close-reasons.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { InboxRow } from '../../../../shared/handover.ts';
import { ChoiceSelect, type DropdownOption } from '../../../components/choice-select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { request } from '../../../http/client.ts';
import { t } from '../../../providers/i18n.ts';

interface DialogProps {
  row: InboxRow;
  /** Whether something that was written would be lost. */
  isUnsent: boolean;
  isBusy: boolean;
  onCancel: () => void;
}

/** Asks for one of several options, the first unless another is chosen. Its texts are below `inbox.<name>`. */
function ChoiceDialog(props: {
  name: 'closeDialog' | 'transferDialog';
  options: readonly DropdownOption[];
  isUnsent: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onChoose: (value: string) => void;
}) {
  const { name, options, isUnsent, isBusy, onCancel, onChoose } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? options[0]!.value;
  return (
    <Modal
      open
      title={t(`inbox.${name}.title`)}
      okText={t(`inbox.${name}.action`)}
      onOk={() => onChoose(value)}
      confirmLoading={isBusy}
      onCancel={onCancel}
    >
      <Form layout="vertical">
        {isUnsent && <Alert type="warning" showIcon className="part-gap" message={t('inbox.unsent')} />}
        <Form.Item label={t(`inbox.${name}.choice`)} htmlFor={name}>
          <ChoiceSelect id={name} value={value} options={options} onChange={setChosen} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const DEFAULTS = ['solved', 'sale', 'noAnswer', 'elsewhere'] as const;

/** Asks for the reason. Offers the context's own reasons, or else the usual ones. */
export function CloseDialog({ row, onClose, ...dialog }: DialogProps & { onClose: (reason: string) => void }) {
  const { result } = useList<RecordOf<typeof closeReasons>>({
    resource: closeReasons.name,
    filters: [{ field: 'contextId', operator: 'eq', value: row.contextId }],
    pagination: { pageSize: 100 },
  });
  const own = result.data.map(({ reason }) => reason);
  const reasons = own.length > 0 ? own : DEFAULTS.map((name) => t(`inbox.closeDefaults.${name}`));
  const options = reasons.map((value) => ({ value, label: value }));
  return <ChoiceDialog {...dialog} name="closeDialog" options={options} onChoose={onClose} />;
}

interface Colleague {
  id: string;
  name: string;
  isThere: boolean;
}
const QUEUE = 'queue';

/** Asks whom to give the conversation to. */
export function TransferDialog(props: DialogProps & { onTransfer: (userId: string | null) => void }) {
  const { row, onTransfer, ...dialog } = props;
  const { data = [] } = useQuery({
    queryKey: ['inbox', 'colleagues', row.contextId],
    queryFn: ({ signal }) => request<Colleague[]>('/inbox/colleagues', { signal, query: { contextId: row.contextId } }),
  });
  const colleagues = data
    .filter(({ id }) => id !== row.personId)
    .map(({ id, name, isThere }) => ({
      value: id,
      label: isThere ? name : t('inbox.transferDialog.away', { name }),
    }));
  return (
    <ChoiceDialog
      {...dialog}
      name="transferDialog"
      options={[{ value: QUEUE, label: t('inbox.transferDialog.queue') }, ...colleagues]}
      onChoose={(to) => onTransfer(to === QUEUE ? null : to)}
    />
  );
}
