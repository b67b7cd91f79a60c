import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../components/use-form.ts';
import { OFFER } from '../../../session/subscription.ts';

/** Returns the form of a plan or a pack. After saving it refetches everything that shows plans or packs. */
export function useCatalogueForm<V extends object>(props: {
  resource: string;
  id: string | undefined;
  initial: Partial<V>;
  bodyOf: (values: V) => V;
  onClose: () => void;
}) {
  const { onClose, ...form } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { formProps, isSaving } = useForm<V>({
    ...form,
    action: props.id === undefined ? 'create' : 'edit',
    successText: () => t('plan-catalogue.saved'),
    onMutationSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: OFFER });
    },
  });
  return { formProps, isSaving };
}
