import { type HttpError, useOne } from '@refinedev/core';
import { Form, Input, Radio, Switch } from 'antd';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { users } from '../../../../../resources/users.ts';
import { inviteBody } from '../../../../shared/people.ts';
import { CUSTOMER_ROLES } from '../../../../shared/roles.ts';
import { ChoicesSelect, contextOptions } from '../../../components/choice-select.tsx';
import { Choices } from '../../../components/choices.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useForm } from '../../../components/use-form.ts';
import { t } from '../../../providers/i18n.ts';
import { useClose } from '../../../resource/form-dialog.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { displayName, isInvited, type Person, reasonNotEditable } from './person.ts';

interface PersonValues {
  email: string;
  role: Person['role'];
  sees: 'all' | 'chosen';
  contextIds: string[];
  isActive: boolean;
}

const valuesOf = (person: Person | undefined): PersonValues => ({
  email: person?.email ?? '',
  role: person?.role ?? 'WRITER',
  sees: person && person.contextIds.length > 0 ? 'chosen' : 'all',
  contextIds: person?.contextIds ?? [],
  isActive: person?.status !== 'INACTIVE',
});

/** Returns the body of the request: a new invitation, or only the changed properties of an existing person. */
function bodyOf(
  person: Person | undefined,
  { email, role, sees, contextIds, isActive }: PersonValues,
): Partial<Person> {
  const seen = role === 'OWNER' || sees === 'all' ? [] : contextIds;
  if (!person) return { email: email.trim(), role, contextIds: seen };
  const isSame = seen.toSorted().join() === person.contextIds.toSorted().join();
  const status = isActive ? 'ACTIVE' : 'INACTIVE';
  return {
    ...(role !== person.role && { role }),
    ...(!isSame && { contextIds: seen }),
    ...(!isInvited(person) && status !== person.status && { status }),
  };
}

/** Dialog over the list. Invites a person (`/users/new`) or changes what an existing person may do. */
export function PersonForm() {
  const { id } = useParams();
  const isNew = id === undefined;
  const close = useClose(users);
  const { data: me } = useMe();
  const { contexts } = useCurrentContext();
  const { formProps, query, record, isReady, isSaving, merge } = useForm<PersonValues, Partial<Person>, Person>({
    resource: users.name,
    action: isNew ? 'create' : 'edit',
    id,
    bodyOf: (values, person) => bodyOf(person, { ...valuesOf(person), ...values }),
    successText: (saved, { email }) =>
      isNew ? t('users.invited', { email: email.trim() }) : t('users.saved', { name: displayName(saved) }),
    onMutationSuccess: close,
    valuesOf,
    mergeTexts: {
      labelOf: (path) =>
        t(`users.${path === 'isActive' ? 'access' : `fields.${path === 'sees' ? 'contextIds' : path}`}`),
      show: (path, value) => {
        if (path === 'role') return t(`users.options.role.${String(value)}`);
        if (path === 'sees') return t(value === 'all' ? 'users.none.contextIds' : 'users.chosenContexts');
        if (path !== 'contextIds') return undefined;
        return contexts.flatMap(({ id, name }) => ((value as string[]).includes(id) ? name : [])).join(', ');
      },
    },
  });
  const fixed = record && me && reasonNotEditable(me, record);
  const isOpen = isReady && !fixed && (isNew || me !== undefined);
  return (
    <FormModal
      title={record ? t('users.editName', { name: displayName(record) }) : t(isNew ? 'users.new' : 'users.edit')}
      onCancel={close}
      okText={t(isNew ? 'users.invite' : 'resource.saveAction')}
      isReady={isOpen}
      query={fixed ? undefined : query}
      formProps={{ ...formProps, initialValues: valuesOf(record) }}
      isSaving={isSaving}
      extra={
        <>
          <UnsavedGuard />
          {merge.dialog}
        </>
      }
    >
      {fixed ? <p>{t(`errors.${fixed}`)}</p> : <PersonFields person={record} />}
    </FormModal>
  );
}

function PersonFields({ person }: { person: Person | undefined }) {
  const { data: me } = useMe();
  // The role of owner is offered only to owners.
  const roles = CUSTOMER_ROLES.filter((role) => role !== 'OWNER' || me?.role === 'OWNER');
  return (
    <>
      {!person && (
        <FormField name="email" label={t('users.fields.email')} schema={inviteBody.shape.email}>
          <Input type="email" autoComplete="off" data-first placeholder="nome@empresa.com.br" />
        </FormField>
      )}
      <Form.Item className="form-field" name="role" label={t('users.fields.role')}>
        <Choices
          options={roles.map((value) => ({
            value,
            label: t(`users.options.role.${value}`),
            text: t(`users.roleText.${value}`),
          }))}
        />
      </Form.Item>
      <ContextsField person={person} />
      {person && !isInvited(person) && (
        <Form.Item
          className="form-field form-toggle"
          name="isActive"
          label={t('users.access')}
          extra={t('users.accessHint')}
        >
          <Switch />
        </Form.Item>
      )}
    </>
  );
}

/** Returns whether the signed-in user sees only chosen contexts, and so can share only those. False while unknown. */
function useIsNarrow(): boolean {
  const { data: me } = useMe();
  const { query } = useOne<Person, HttpError>({
    resource: users.name,
    id: me?.id ?? '',
    queryOptions: { enabled: me !== undefined && me.role !== 'OWNER' },
  });
  return (query.data?.data.contextIds.length ?? 0) > 0;
}

/** The choice between all contexts and chosen ones. Owners always see all. Users can share only contexts that they see. */
function ContextsField({ person }: { person: Person | undefined }) {
  const form = Form.useFormInstance<PersonValues>();
  const isNarrow = useIsNarrow();
  const seesAll = person !== undefined && person.contextIds.length === 0;
  const isFixed = isNarrow && !seesAll;
  useEffect(() => {
    if (isFixed) form.setFieldValue('sees', 'chosen');
  }, [isFixed, form]);
  const { contexts } = useCurrentContext();
  const role = Form.useWatch<string>('role');
  const sees = Form.useWatch<string>('sees');
  if (role === 'OWNER') return <p className="small-text">{t('users.ownerSeesAll')}</p>;
  const demandOne = async (_: unknown, ids: string[]) => {
    if (ids.length === 0) throw new Error(t('users.chooseContext'));
  };
  return (
    <>
      <Form.Item className="form-field" name="sees" label={t('users.fields.contextIds')}>
        <Radio.Group>
          {!isFixed && <Radio value="all">{t('users.none.contextIds')}</Radio>}
          <Radio value="chosen">{t('users.chosenContexts')}</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item
        className="form-field"
        name="contextIds"
        hidden={sees !== 'chosen'}
        rules={sees === 'chosen' ? [{ validator: demandOne }] : []}
      >
        <ChoicesSelect
          options={contextOptions(contexts)}
          placeholder={t('users.placeholders.contextIds')}
          aria-label={t('users.chosenContexts')}
        />
      </Form.Item>
    </>
  );
}
