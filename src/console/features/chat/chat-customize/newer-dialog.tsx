import { useTranslation } from 'react-i18next';
import type { NewerAppearance } from '../../../../shared/appearance-editing.ts';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { changesOf } from './appearance-changes.ts';
import type { EditedAppearance } from './appearance-history.ts';
import { editedAppearance } from './appearance-requests.ts';

interface NewerDialogProps {
  newer: NewerAppearance | undefined;
  /** The version that the user started from. */
  saved: EditedAppearance;
  onKeep: () => void;
  onTake: () => void;
}

/**
 * Opens when another user saved first. Shows who saved, when and what, and lets the user keep their own changes or take
 * the saved version.
 */
export function NewerDialog({ newer, saved, onKeep, onTake }: NewerDialogProps) {
  const { t } = useTranslation();
  const parts = newer ? changesOf(editedAppearance(newer), saved).map((part) => t(`chat-customize.parts.${part}`)) : [];
  const by = newer?.saved;
  return (
    <Modal
      open={newer !== undefined}
      title={t('chat-customize.conflict.title')}
      cancelText={t('chat-customize.conflict.keep')}
      onCancel={onKeep}
      width={520}
      okText={t('chat-customize.conflict.take')}
      onOk={onTake}
    >
      <p>
        {by ? t('chat-customize.conflict.by', { name: by.userName }) : t('chat-customize.conflict.somebody')}{' '}
        {by && <MomentText iso={by.createdAt} />}
      </p>
      {parts.length > 0 && <p>{t('chat-customize.conflict.parts', { parts: parts.join(', ') })}</p>}
      <p>{t('chat-customize.conflict.kept')}</p>
    </Modal>
  );
}
