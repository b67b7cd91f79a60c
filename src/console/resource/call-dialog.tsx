import type { HttpError } from '@refinedev/core';
import { Form } from 'antd';
import type { DeclaredAction, Resource } from '../../../resources/kit/resource.ts';
import { markErrors } from '../components/field-errors.ts';
import { FormModal } from '../components/form-modal.tsx';
import { NamedRows } from '../components/named-rows.tsx';
import { FORM_PROPS } from '../components/use-form.ts';
import { type FormValues, initialValues, writableValues } from './form-values.ts';
import { ResourceFields } from './resource-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { textsOf } from './texts.ts';
import type { StartedCall } from './use-row-calls.tsx';

/** Returns what an action asks for as a resource of its own, with the texts of `<resource>.actions.<name>Ask`. */
const askedBy = (resource: Resource, { name, input = {} }: DeclaredAction): Resource => ({
  ...resource,
  name: `${resource.name}.actions.${name}Ask`,
  fields: input,
  form: Object.keys(input),
  sections: undefined,
});

/** Asks before an action, and for its input; afterwards it shows the secret that the action has answered. */
export default function CallDialog(props: {
  resource: Resource;
  started: StartedCall;
  isBusy: boolean;
  send: (started: StartedCall, values: object, onError: (failure: HttpError) => void) => void;
  onClose: () => void;
}) {
  const { resource, started, onClose } = props;
  const { call, words, names, secret, clear } = started;
  const texts = textsOf(resource);
  const [form] = Form.useForm<FormValues>();
  const asked = askedBy(resource, call);
  const key = `actions.${call.name}${clear ? 'Rows' : ''}Ask`;
  if (secret !== undefined) {
    const note = call.tone === 'danger' ? texts.t(`actions.${call.name}Done`, words) : undefined;
    return <SecretDialog resource={resource} name={String(words.name)} secret={secret} note={note} onClose={onClose} />;
  }
  const submit = (values: FormValues) =>
    props.send(started, writableValues(asked, values), (failure) => {
      if (call.input) markErrors(form, failure);
      else onClose();
    });
  return (
    <FormModal
      title={texts.t(`${key}.title`, words)}
      onCancel={onClose}
      okText={texts.t(`actions.${call.name}`)}
      okButtonProps={{ danger: call.tone === 'danger' }}
      isSaving={props.isBusy}
      formProps={{ ...FORM_PROPS, form, initialValues: initialValues(asked), onFinish: submit }}
    >
      {names && <NamedRows names={names} />}
      <p>{texts.t(`${key}.text`, words)}</p>
      <ResourceFields resource={asked} />
    </FormModal>
  );
}
