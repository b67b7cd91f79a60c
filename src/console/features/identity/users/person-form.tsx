import { useCreate, useOne, useUpdate, type HttpError } from '@refinedev/core';
import { Form, Input, Radio, Switch } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Resource } from '../../../../../resources/kit/resource.ts';
import { users } from '../../../../../resources/users.ts';
import { inviteBody } from '../../../../shared/people.ts';
import { CUSTOMER_ROLES } from '../../../../shared/session.ts';
import { ChoicesSelect } from '../../../components/choice-select.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import { contextOptions } from '../../../resource/field-input.tsx';
import { useClose } from '../../../resource/form-dialog.tsx';
import { LoadError } from '../../../components/states.tsx';
import { failureNotice, successNotice } from '../../../components/notices.ts';
import '../../../resource/resource-form.css';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import type { Row } from '../../../resource/use-list-table.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { calledOf, isInvited, whyFixed, type Person } from './person.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import './users.css';

const resource = users as unknown as Resource;

interface Values {
  email: string;
  role: string;
  sees: 'all' | 'chosen';
  contextIds: string[];
  isActive: boolean;
}

/** Invites a person (`/users/new`), or changes what one may do, over the list. */
export function PersonForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const close = useClose(resource);
  const { data: me } = useMe();
  const { query } = useOne<Row, HttpError>({
    resource: users.name,
    id: id ?? '',
    errorNotification: false,
    queryOptions: { enabled: id !== undefined, staleTime: 0 },
  });
  if (id === undefined) return <OpenForm close={close} />;
  const person = query.isFetchedAfterMount ? (query.data?.data as unknown as Person | undefined) : undefined;
  const fixed = person && me && whyFixed(me, person);
  if (person && me && !fixed) return <OpenForm key={id} person={person} close={close} />;
  return (
    <Dialog open title={t('users.edit')} onClose={close} closeLabel={t('resource.close')}>
      {fixed ? (
        <p>{t(`errors.${fixed}`)}</p>
      ) : query.isError ? (
        <LoadError error={query.error} again={() => void query.refetch()} />
      ) : (
        <Skeleton rows={5} />
      )}
    </Dialog>
  );
}

/** Sends an invitation, or of a person what was changed. */
function useSave(person: Person | undefined) {
  const { t } = useTranslation();
  const create = useCreate<Row, HttpError>();
  const update = useUpdate<Row, HttpError>();
  const save = ({ email, role, sees, contextIds, isActive }: Values) => {
    const seen = role === 'OWNER' || sees === 'all' ? [] : contextIds;
    const call = { resource: users.name, errorNotification: failureNotice(t) };
    if (!person) {
      const to = email.trim();
      const successNotification = successNotice(t('users.invited', { email: to }));
      return create.mutateAsync({ ...call, values: { email: to, role, contextIds: seen }, successNotification });
    }
    const successNotification = successNotice(t('users.saved', { name: calledOf(person) }));
    const isSame = seen.toSorted().join() === person.contextIds.toSorted().join();
    const status = isActive ? 'ACTIVE' : 'INACTIVE';
    const values = {
      ...(role !== person.role && { role }),
      ...(!isSame && { contextIds: seen }),
      ...(!isInvited(person) && status !== person.status && { status }),
    };
    return update.mutateAsync({ ...call, id: person.id, values, successNotification });
  };
  return { save, isBusy: create.mutation.isPending || update.mutation.isPending };
}

function OpenForm({ person, close }: { person?: Person; close: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { save, isBusy } = useSave(person);
  const isFree = useRef(true);
  const initial: Values = {
    email: person?.email ?? '',
    role: person?.role ?? 'WRITER',
    sees: person && person.contextIds.length > 0 ? 'chosen' : 'all',
    contextIds: person?.contextIds ?? [],
    isActive: person?.status !== 'INACTIVE',
  };
  const onSave = async () => {
    try {
      await save({ ...initial, ...(form.getFieldsValue(true) as Values) });
      isFree.current = true;
      close();
    } catch (failure) {
      form.setFields(errorsOf(failure).map(({ field, message }) => ({ name: field as 'email', errors: [message] })));
    }
  };
  const label = person ? t('resource.saveAction') : t('users.invite');
  return (
    <Dialog
      open
      title={person ? t('users.editName', { name: calledOf(person) }) : t('users.new')}
      onClose={close}
      width={520}
      action={{ label, onClick: form.submit, busy: isBusy }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        validateTrigger={[]}
        scrollToFirstError={{ focus: true }}
        onFinish={() => void onSave()}
        onValuesChange={() => (isFree.current = false)}
      >
        {!person && <EmailField />}
        <RoleField />
        <ContextsField person={person} />
        {person && !isInvited(person) && (
          <Form.Item
            className="form-field form-toggle"
            name="isActive"
            valuePropName="checked"
            label={t('users.access')}
            extra={t('users.accessHint')}
          >
            <Switch />
          </Form.Item>
        )}
        <button type="submit" hidden />
      </Form>
      <UnsavedGuard isFree={() => isFree.current} />
    </Dialog>
  );
}

function EmailField() {
  const { t } = useTranslation();
  const validate = async (_: unknown, value: unknown) => {
    const message = messageOf(t, inviteBody.shape.email, value);
    if (message) throw new Error(message);
  };
  return (
    <Form.Item className="form-field" name="email" label={t('users.fields.email')} rules={[{ validator: validate }]}>
      <Input type="email" autoComplete="off" data-first placeholder="nome@empresa.com.br" />
    </Form.Item>
  );
}

/** Owners are made by owners alone. */
function RoleField() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const roles = CUSTOMER_ROLES.filter((role) => role !== 'OWNER' || me?.role === 'OWNER');
  return (
    <Form.Item className="form-field" name="role" label={t('users.fields.role')}>
      <Radio.Group className="choices">
        {roles.map((role) => (
          <Radio key={role} value={role}>
            <strong>{t(`users.options.role.${role}`)}</strong>
            <span>{t(`users.roleText.${role}`)}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}

/** Whether I see chosen contexts only, and so can give no more; not, until it is known. */
function useIsNarrow(): boolean {
  const { data: me } = useMe();
  const { query } = useOne<Row, HttpError>({
    resource: users.name,
    id: me?.id ?? '',
    errorNotification: false,
    queryOptions: { enabled: me !== undefined && me.role !== 'OWNER' },
  });
  const own = query.data?.data as unknown as Person | undefined;
  return (own?.contextIds.length ?? 0) > 0;
}

/** An owner sees all contexts, whatever is chosen; else all, or those chosen. Nobody gives more than he sees. */
function ContextsField({ person }: { person: Person | undefined }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Values>();
  const isNarrow = useIsNarrow();
  const seesAll = person !== undefined && person.contextIds.length === 0;
  const isFixed = isNarrow && !seesAll;
  useEffect(() => {
    if (isFixed) form.setFieldValue('sees', 'chosen');
  }, [isFixed, form]);
  const { contexts } = useCurrentContext();
  const role = Form.useWatch<string>('role');
  const sees = Form.useWatch<string>('sees');
  if (role === 'OWNER') return <p className="choices-note">{t('users.ownerSeesAll')}</p>;
  const demandOne = async (_: unknown, ids: string[]) => {
    if (ids.length === 0) throw new Error(t('users.chooseContext'));
  };
  return (
    <>
      <Form.Item className="form-field" name="sees" label={t('users.fields.contextIds')}>
        <Radio.Group className="choices-line">
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
