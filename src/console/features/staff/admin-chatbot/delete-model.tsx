import { useDelete } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { models } from '../../../../../resources/models.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { Modal } from '../../../components/modal.tsx';
import { successNotice } from '../../../components/notices.ts';

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
  const { onClose } = props;
  const { id, name, isSearchModel } = props.model;
  const { mutate, mutation } = useDelete();
  const remove = () => {
    const successNotification = successNotice(t('resource.deleted', { name }));
    mutate({ resource: models.name, id, successNotification }, { onSettled: onClose });
  };
  const users = [...props.plans, ...(isSearchModel ? [t('models.delete.search')] : [])];
  const isUsed = users.length > 0;
  const title = t(isUsed ? 'models.delete.usedTitle' : 'resource.delete.title', { name });
  return (
    <Modal
      open={props.isOpen}
      title={title}
      onCancel={onClose}
      cancelText={isUsed ? t('models.delete.understood') : undefined}
      okText={t('models.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={isUsed ? undefined : remove}
    >
      <p>
        {isUsed
          ? t('models.delete.used', { users: new Intl.ListFormat('pt-BR').format(users) })
          : t('models.delete.text')}
      </p>
    </Modal>
  );
}
