import { type HttpError, useDelete, useList } from '@refinedev/core';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffPerson } from '../../../../shared/staff.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { successNotice } from '../../../components/notices.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { LoadError } from '../../../components/states.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { type Column, DataTable } from '../../../resource/data-table.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useMe } from '../../../session/me.ts';
import { STAFF, TeamForm } from './team-form.tsx';

function useColumns(): Column<StaffPerson>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const column = (name: string, cell: Column<StaffPerson>['cell']) => ({
      name,
      label: t(`admin-team.fields.${name}`),
      cell,
    });
    return [
      {
        ...column('name', ({ name, email }) => (
          <span className="cell-line thing-name" title={name ?? email}>
            {name ?? email}
          </span>
        )),
        isLong: true,
      },
      { ...column('email', ({ email }) => <span className="cell-line">{email}</span>), isLong: true },
      column('role', ({ role }) => t(`admin-team.roles.${role}`)),
      column('status', ({ status }) => (
        <StatusDot tone={status === 'ACTIVE' ? 'good' : 'waiting'}>{t(`admin-team.statuses.${status}`)}</StatusDot>
      )),
      column('createdAt', ({ createdAt }) => <MomentText iso={createdAt} />),
    ];
  }, [t]);
}

/** The page where the platform's staff are invited, get another role or are removed. */
export function AdminTeamPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const columns = useColumns();
  const [edited, setEdited] = useState<StaffPerson | 'new'>();
  const [doomed, setDoomed] = useState<StaffPerson>();
  const canInvite = useAllowed('staff', 'create');
  const canEdit = useAllowed('staff', 'edit');
  const canRemove = useAllowed('staff', 'delete');
  const { query } = useList<StaffPerson, HttpError>({ resource: STAFF, pagination: { mode: 'off' } });
  const { data, error, isFetching } = query;
  const actions = (person: StaffPerson): RowAction[] => {
    const name = person.name ?? person.email;
    if (person.id === me?.id) return [];
    const edit = { label: t('resource.editName', { name }), hint: t('resource.edit') };
    const removal = { label: t('admin-team.removeName', { name }), hint: t('admin-team.remove') };
    return [
      ...(canEdit ? [{ icon: 'edit' as const, onClick: () => setEdited(person), ...edit }] : []),
      ...(canRemove ? [{ icon: 'trash' as const, danger: true, onClick: () => setDoomed(person), ...removal }] : []),
    ];
  };
  return (
    <PageFrame
      title={t('admin-team.title')}
      intro={t('admin-team.intro')}
      wide
      action={
        canInvite && (
          <Button type="primary" icon={<Icon name="add" />} onClick={() => setEdited('new')}>
            {t('admin-team.invite')}
          </Button>
        )
      }
    >
      {!data && error ? (
        <LoadError error={error} again={() => void query.refetch()} busy={isFetching} />
      ) : (
        <DataTable
          columns={columns}
          rows={data?.data}
          label={t('admin-team.title')}
          nameOf={({ name, email }) => name ?? email}
          actions={actions}
        />
      )}
      {edited && <TeamForm person={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {doomed && <RemoveDialog person={doomed} onClose={() => setDoomed(undefined)} />}
    </PageFrame>
  );
}

function RemoveDialog({ person, onClose }: { person: StaffPerson; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, mutation } = useDelete();
  const name = person.name ?? person.email;
  const remove = () => {
    const successNotification = successNotice(t('admin-team.removed', { name }));
    mutate({ resource: STAFF, id: person.id, successNotification }, { onSuccess: onClose });
  };
  return (
    <Modal
      open
      title={t('admin-team.removeName', { name })}
      cancelText={t('resource.cancel')}
      onCancel={onClose}
      okText={t('admin-team.remove')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={remove}
    >
      <p>{t('admin-team.removeText')}</p>
    </Modal>
  );
}
