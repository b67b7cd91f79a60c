import { type HttpError, useUpdateMany } from '@refinedev/core';
import { Form } from 'antd';
import { markErrors } from '../components/field-errors.ts';
import { FormModal } from '../components/form-modal.tsx';
import { successNotice } from '../components/notices.ts';
import { FORM_PROPS } from '../components/use-form.ts';
import type { BulkDialogProps } from './bulk-actions.tsx';
import { type FormValues, initialValues, writableValues } from './form-values.ts';
import { ResourceFields } from './resource-form.tsx';
import { textsOf } from './texts.ts';

/** Gives the selected rows the same value of a field. */
export default function BulkEditDialog(props: BulkDialogProps & { field: string }) {
  const { ids, field, onClose, onDone } = props;
  const resource = { ...props.resource, form: [field], sections: undefined };
  const texts = textsOf(props.resource);
  const [form] = Form.useForm<FormValues>();
  const { mutate, mutation } = useUpdateMany<{ id: string }, HttpError>();
  const count = ids.length;
  const save = (values: FormValues) =>
    mutate(
      {
        ...{ resource: resource.name, ids: [...ids], values: writableValues(resource, values) },
        successNotification: successNotice(texts.t('bulk.edited', { count })),
      },
      { onSuccess: onDone, onError: (failure) => markErrors(form, failure) },
    );
  return (
    <FormModal
      title={texts.t('bulk.editTitle', { count })}
      onCancel={onClose}
      okText={texts.t('saveAction')}
      isSaving={mutation.isPending}
      formProps={{ ...FORM_PROPS, form, initialValues: initialValues(resource), onFinish: save }}
    >
      <ResourceFields resource={resource} />
    </FormModal>
  );
}
