import { type HttpError, useUpdate } from '@refinedev/core';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { contexts } from '../../../../../resources/contexts.ts';
import { formatList } from '../../../../shared/format.ts';
import { Choices } from '../../../components/choices.tsx';
import { Modal } from '../../../components/modal.tsx';
import { successNotice } from '../../../components/notices.ts';
import { t } from '../../../providers/i18n.ts';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import type { Row } from '../../../resource/use-list-table.ts';
import { type Branch, isWithin } from './context-tree.ts';
import { useContextsChanged } from './use-all-contexts.ts';

/** A requested move of a context into another one; null is the top level. */
export interface ContextMove {
  context: Branch;
  into: Branch | null;
}

export function MoveContext({ move, onClose }: { move: ContextMove | undefined; onClose: () => void }) {
  const { mutate, mutation } = useUpdate<Row, HttpError>();
  const changed = useContextsChanged();
  const go = ({ context, into }: ContextMove) =>
    mutate(
      {
        resource: 'contexts',
        id: context.id,
        values: { parentId: into?.id ?? null },
        successNotification: successNotice(t('contexts.move.done', { name: context.name })),
      },
      { onSuccess: () => void changed(), onSettled: onClose },
    );
  return <MoveQuestion move={move} isBusy={mutation.isPending} onGo={go} onClose={onClose} />;
}

/** Explains what a move changes and asks for confirmation. A context cannot move into itself or its subcontexts. */
export function MoveQuestion(props: {
  move: ContextMove | undefined;
  isBusy?: boolean;
  onGo: (move: ContextMove) => void;
  onClose: () => void;
}) {
  const { move, isBusy, onGo, onClose } = props;
  // A closing dialog keeps its text.
  if (!move) return <Modal open={false} />;

  const { context, into } = move;
  const names = { name: context.name, parent: into?.name, before: context.parent?.name };
  const isCycle = into !== null && isWithin(into, context.id);
  return (
    <Modal
      open
      title={t(isCycle ? 'contexts.move.cycleTitle' : into ? 'contexts.move.title' : 'contexts.move.outTitle', names)}
      onCancel={onClose}
      okText={t('contexts.move.action')}
      confirmLoading={isBusy}
      onOk={isCycle ? undefined : () => onGo(move)}
    >
      {isCycle ? (
        <p>{t('contexts.move.cycle', names)}</p>
      ) : (
        <ul>
          {into && <li>{t('contexts.move.gains', names)}</li>}
          {context.parent && <li>{t('contexts.move.loses', names)}</li>}
          {context.children.length > 0 && <li>{t('contexts.move.takes', { count: context.children.length })}</li>}
          {into && <li>{t('contexts.move.credits', names)}</li>}
          <li>{t('contexts.move.keeps')}</li>
        </ul>
      )}
    </Modal>
  );
}

/**
 * Deletes a context. Its contents can move to its parent, if it has one. A context with subcontexts and the last context
 * cannot be deleted: the dialog explains it.
 */
export function DeleteContext(props: { context: Branch | undefined; isLast: boolean; onClose: () => void }) {
  const { context, isLast, onClose } = props;
  const changed = useContextsChanged();
  const [onContents, setOnContents] = useState<'move' | 'remove'>('move');
  useEffect(() => setOnContents('move'), [context]);
  const { name, parent, children = [], contents = 0 } = context ?? {};
  if (children.length > 0 || (isLast && context)) {
    return (
      <Modal open title={t('contexts.delete.heldTitle', { name })} onCancel={onClose}>
        <p>
          {children.length > 0
            ? t('contexts.delete.hasSub', { names: formatList(children.map((one) => one.name)) })
            : t('contexts.delete.last')}
        </p>
      </Modal>
    );
  }
  const canMove = parent !== undefined && contents > 0;
  return (
    <DeleteDialog
      resource={contexts}
      row={context}
      nameOf={(one) => one.name}
      query={{ contents: canMove ? onContents : 'remove' }}
      text={t('contexts.delete.lost', { name })}
      onClose={onClose}
      onDone={() => void changed()}
    >
      {canMove ? (
        <Form layout="vertical">
          <Form.Item label={t('contexts.delete.question', { count: contents })}>
            <Choices
              value={onContents}
              onChange={setOnContents}
              options={(['move', 'remove'] as const).map((value) => ({
                value,
                label: t(`contexts.delete.${value}`, { parent: parent.name }),
                text: t(`contexts.delete.${value}Text`),
              }))}
            />
          </Form.Item>
        </Form>
      ) : (
        <p>{contents > 0 ? t('contexts.delete.alone', { count: contents }) : t('contexts.delete.nothing')}</p>
      )}
    </DeleteDialog>
  );
}
