import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { ModelRecord } from '../../../../shared/models.ts';
import { Modal } from '../../../components/modal.tsx';
import { showFailure } from '../../../providers/failure.ts';
import { useDeleteModel } from './models.ts';

/**
 * Asks for confirmation and deletes a model. A model in use cannot be deleted, and the dialog shows what uses it.
 * `plans`: the names of its plans.
 */
export function DeleteModel(props: {
  model: ModelRecord;
  plans: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const { model, onClose } = props;
  const { mutateAsync, isPending } = useDeleteModel();
  const remove = async () => {
    try {
      await mutateAsync(model);
      open?.({ type: 'success', message: t('resource.deleted', { name: model.name }) });
    } catch (failure) {
      void showFailure(failure);
    }
    onClose();
  };
  const users = [...props.plans, ...(model.isSearchModel ? [t('models.delete.search')] : [])];
  const isUsed = users.length > 0;
  const title = t(isUsed ? 'models.delete.usedTitle' : 'resource.delete.title', { name: model.name });
  return (
    <Modal
      open={props.isOpen}
      title={title}
      onCancel={onClose}
      cancelText={isUsed ? t('models.delete.understood') : undefined}
      okText={t('models.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isPending}
      onOk={isUsed ? undefined : () => void remove()}
    >
      <p>
        {isUsed
          ? t('models.delete.used', { users: new Intl.ListFormat('pt-BR').format(users) })
          : t('models.delete.text')}
      </p>
    </Modal>
  );
}
