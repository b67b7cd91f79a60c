import { type HttpError, useDeleteMany } from '@refinedev/core';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Icon } from '../components/icon.tsx';
import { LateModal } from '../components/late-modal.tsx';
import { NamedRows } from '../components/named-rows.tsx';
import { successNotice } from '../components/notices.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { textsOf } from './texts.ts';
import type { RowCalls } from './use-row-calls.tsx';

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'));

interface BulkActionsProps<R> {
  resource: Resource;
  calls: RowCalls<R>;
  nameOf: (row: R) => string;
}

/** Returns what renders the declared actions on the selected rows; undefined if the policy allows none. */
export function useBulkActions<R extends { id: string }>(props: BulkActionsProps<R>) {
  const { resource, calls } = props;
  const { actions, list } = resource;
  const canDelete = useAllowed(resource.name, 'delete') && actions.includes('delete') && list.bulk !== undefined;
  const canEdit = useAllowed(resource.name, 'edit') && actions.includes('edit');
  const edited = canEdit ? (list.bulk ?? []) : [];
  if (!canDelete && edited.length === 0 && calls.ofRows.length === 0) return undefined;
  return (rows: readonly R[], clear: () => void) => (
    <BulkActions {...props} rows={rows} clear={clear} canDelete={canDelete} edited={edited} />
  );
}

function BulkActions<R extends { id: string }>(
  props: BulkActionsProps<R> & { rows: readonly R[]; clear: () => void; canDelete: boolean; edited: readonly string[] },
) {
  const { resource, calls, rows, clear, nameOf } = props;
  const texts = textsOf(resource);
  const [opened, setOpened] = useState<{ field: string } | 'delete'>();
  const close = () => setOpened(undefined);
  const done = () => {
    close();
    clear();
  };
  const ids = rows.map(({ id }) => id);
  return (
    <>
      {calls.ofRows.map(({ name, icon, fits, start }) => {
        const fitting = rows.filter(fits);
        if (fitting.length === 0) return null;
        return (
          <Button key={name} icon={<Icon name={icon} />} disabled={calls.isBusy} onClick={() => start(fitting, clear)}>
            {texts.t(`actions.${name}`)}
          </Button>
        );
      })}
      {props.edited.map((field) => (
        <Button key={field} icon={<Icon name="edit" />} onClick={() => setOpened({ field })}>
          {texts.t('bulk.edit', { field: texts.field(field) })}
        </Button>
      ))}
      {props.canDelete && (
        <Button danger icon={<Icon name="trash" />} onClick={() => setOpened('delete')}>
          {texts.t('bulk.delete')}
        </Button>
      )}
      {opened === 'delete' && (
        <BulkDeleteDialog resource={resource} ids={ids} names={rows.map(nameOf)} onClose={close} onDone={done} />
      )}
      {typeof opened === 'object' && (
        <Suspense>
          <BulkEditDialog resource={resource} field={opened.field} ids={ids} onClose={close} onDone={done} />
        </Suspense>
      )}
    </>
  );
}

export interface BulkDialogProps {
  resource: Resource;
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

function BulkDeleteDialog({ resource, ids, names, onClose, onDone }: BulkDialogProps & { names: readonly string[] }) {
  const texts = textsOf(resource);
  const { mutate, mutation } = useDeleteMany<{ id: string }, HttpError>();
  const count = ids.length;
  const remove = () =>
    mutate(
      {
        ...{ resource: resource.name, ids: [...ids] },
        successNotification: successNotice(texts.t('bulk.deleted', { count })),
      },
      { onSuccess: onDone, onError: onClose },
    );
  return (
    <LateModal
      open
      title={texts.t('bulk.title', { count })}
      onCancel={onClose}
      okText={texts.t('bulk.delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={remove}
    >
      <NamedRows names={names} />
      <p>{texts.t('bulk.text', { count })}</p>
    </LateModal>
  );
}
