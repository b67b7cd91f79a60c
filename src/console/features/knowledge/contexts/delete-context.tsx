import { type HttpError, useDelete } from '@refinedev/core';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../shared/format.ts';
import { Choices } from '../../../components/choices.tsx';
import { Modal } from '../../../components/modal.tsx';
import { successNotice } from '../../../components/notices.ts';
import { QUERY } from '../../../providers/data.ts';
import type { Row } from '../../../resource/use-list-table.ts';
import type { Branch } from './context-tree.ts';
import { useContextsChanged } from './use-all-contexts.ts';

type OnContents = 'move' | 'remove';

/**
 * Deletes a context. Its contents can move to its parent, if it has one. A context with subcontexts and the last context
 * cannot be deleted: the dialog explains it.
 */
export function DeleteContext(props: { context: Branch | undefined; isLast: boolean; onClose: () => void }) {
  const { context, isLast, onClose } = props;
  const { t } = useTranslation();
  const { mutate, mutation } = useDelete<Row, HttpError>();
  const changed = useContextsChanged();
  const [onContents, setOnContents] = useState<OnContents>('move');
  useEffect(() => setOnContents('move'), [context]);
  // A closing dialog keeps its text.
  if (!context) return <Modal open={false} />;

  const { id, name, parent, children, contents } = context;
  const isImpossible = children.length > 0 || isLast;
  const canMove = parent !== undefined && contents > 0;
  const remove = () =>
    mutate(
      {
        resource: 'contexts',
        id,
        meta: { [QUERY]: { contents: canMove ? onContents : 'remove' } },
        successNotification: successNotice(t('resource.deleted', { name })),
      },
      { onSuccess: () => void changed(), onSettled: onClose },
    );
  return (
    <Modal
      open
      title={t(isImpossible ? 'contexts.delete.heldTitle' : 'contexts.delete.title', { name })}
      onCancel={onClose}
      okText={t('contexts.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={isImpossible ? undefined : remove}
    >
      {children.length > 0 ? (
        <p>{t('contexts.delete.hasSub', { names: formatList(children.map((one) => one.name)) })}</p>
      ) : isLast ? (
        <p>{t('contexts.delete.last')}</p>
      ) : (
        <>
          {canMove ? (
            <ContentsChoice context={context} value={onContents} onChange={setOnContents} />
          ) : (
            <p>{contents > 0 ? t('contexts.delete.alone', { count: contents }) : t('contexts.delete.nothing')}</p>
          )}
          <p>{t('contexts.delete.lost', { name })}</p>
        </>
      )}
    </Modal>
  );
}

function ContentsChoice(props: { context: Branch; value: OnContents; onChange: (value: OnContents) => void }) {
  const { t } = useTranslation();
  const parent = props.context.parent?.name;
  return (
    <Form layout="vertical">
      <Form.Item label={t('contexts.delete.question', { count: props.context.contents })}>
        <Choices
          value={props.value}
          onChange={props.onChange}
          options={(['move', 'remove'] as const).map((value) => ({
            value,
            label: t(`contexts.delete.${value}`, { parent }),
            text: t(`contexts.delete.${value}Text`),
          }))}
        />
      </Form.Item>
    </Form>
  );
}
