import { type HttpError, useDelete } from '@refinedev/core';
import { useRef } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Modal } from '../components/modal.tsx';
import { successNotice } from '../components/notices.ts';
import { useResourceTexts } from './texts.ts';

/** Asks for confirmation and deletes a row. Open while `row` is set. `onDone` runs after the deletion. */
export function DeleteDialog<R extends { id: string }>(props: {
  resource: Resource;
  row: R | undefined;
  nameOf: (row: R) => string;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { resource, row } = props;
  const texts = useResourceTexts(resource);
  const { mutate, mutation } = useDelete<R, HttpError>();
  // The name stays while the dialog fades out.
  const lastName = useRef('');
  if (row) lastName.current = props.nameOf(row);
  const name = lastName.current;
  const remove = () => {
    if (!row) return;
    const successNotification = successNotice(texts.t('deleted', { name }));
    mutate(
      { resource: resource.name, id: row.id, successNotification },
      {
        onSuccess: () => {
          props.onClose();
          props.onDone?.();
        },
        onError: props.onClose,
      },
    );
  };
  return (
    <Modal
      open={row !== undefined}
      title={texts.t('delete.title', { name })}
      onCancel={props.onClose}
      okText={texts.t('delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={remove}
    >
      <p>{texts.t('delete.text', { name })}</p>
    </Modal>
  );
}
