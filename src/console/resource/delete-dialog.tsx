import { type HttpError, useDelete } from '@refinedev/core';
import type { ReactNode } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { LateModal } from '../components/late-modal.tsx';
import { successNotice } from '../components/notices.ts';
import { QUERY } from '../providers/data.ts';
import { textsOf } from './texts.ts';

/**
 * Asks for confirmation and deletes a row. Open while `row` is set; antd keeps the texts while the dialog fades out.
 * `onDone` runs after the deletion.
 */
export function DeleteDialog<R extends { id: string }>(props: {
  resource: Resource;
  row: R | undefined;
  nameOf: (row: R) => string;
  /** Replaces the sentence about the consequences. */
  text?: string;
  /** Parameters of the request. */
  query?: Record<string, string>;
  onClose: () => void;
  onDone?: () => void;
  children?: ReactNode;
}) {
  const { resource, row } = props;
  const texts = textsOf(resource);
  const { mutate, mutation } = useDelete<R, HttpError>();
  const name = row && props.nameOf(row);
  const remove = () => {
    if (!row) return;
    const successNotification = successNotice(texts.t('deleted', { name }));
    mutate(
      { resource: resource.name, id: row.id, meta: { [QUERY]: props.query }, successNotification },
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
    <LateModal
      open={row !== undefined}
      title={texts.t('delete.title', { name })}
      onCancel={props.onClose}
      okText={texts.t('delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={remove}
    >
      <p>{props.text ?? texts.t('delete.text', { name })}</p>
      {props.children}
    </LateModal>
  );
}
