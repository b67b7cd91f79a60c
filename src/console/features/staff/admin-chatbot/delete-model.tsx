import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { ModelRecord } from '../../../../shared/models.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { useDeleteModel } from './models.ts';

/** Asks before a model is deleted; of one in use it says what uses it instead. `plans`: the names of its plans. */
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
      open?.(failureNotice(t)(failure));
    }
    onClose();
  };
  const users = [...props.plans, ...(model.isSearchModel ? [t('models.delete.search')] : [])];
  const isUsed = users.length > 0;
  const title = t(isUsed ? 'models.delete.usedTitle' : 'resource.delete.title', { name: model.name });
  const action = { label: t('models.delete.action'), danger: true, busy: isPending, onClick: () => void remove() };
  return (
    <Dialog
      open={props.isOpen}
      title={title}
      onClose={onClose}
      closeLabel={isUsed ? t('models.delete.understood') : undefined}
      action={isUsed ? undefined : action}
    >
      <p>
        {isUsed
          ? t('models.delete.used', { users: new Intl.ListFormat('pt-BR').format(users) })
          : t('models.delete.text')}
      </p>
    </Dialog>
  );
}
