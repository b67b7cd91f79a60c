import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../../../resources/kit/resource.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useForm } from '../../../components/use-form.ts';
import { useResourceTexts } from '../../../resource/texts.ts';
import { OFFER } from '../../../session/subscription.ts';

/** The form of a plan or a pack. After saving it refetches everything that shows them. */
export function CatalogueForm<V extends object>(props: {
  resource: Resource;
  /** undefined for a new one. */
  record: (V & { id: string; name: string }) | undefined;
  /** The initial values of a new one. */
  start: Partial<V>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { resource, record, start, onClose, children } = props;
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const client = useQueryClient();
  const { formProps, isSaving } = useForm<V>({
    resource: resource.name,
    id: record?.id,
    action: record ? 'edit' : 'create',
    initial: record ?? start,
    bodyOf: (values) => values,
    successText: () => t('plan-catalogue.saved'),
    onMutationSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: OFFER });
    },
  });
  return (
    <FormModal
      formProps={formProps}
      isSaving={isSaving}
      width={640}
      title={record ? t('resource.editName', { name: record.name }) : texts.create}
      onCancel={onClose}
      okText={t('plan-catalogue.save')}
      extra={<UnsavedGuard />}
    >
      {children}
    </FormModal>
  );
}
