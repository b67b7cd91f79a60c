import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../components/use-form.ts';
import { offerQuery } from '../../../session/subscription.ts';

/** The form of a plan or a pack: saved, the lists and whatever else names them ask anew. */
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
    said: () => t('plan-catalogue.saved'),
    onMutationSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: offerQuery.queryKey });
      // Plans are known by name elsewhere too: where an account is put on one, where they get a model.
      void client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
  return { formProps, isSaving };
}
