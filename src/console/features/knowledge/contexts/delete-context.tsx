import { type HttpError, useDelete } from '@refinedev/core';
import { Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { failureNotice, successNotice } from '../../../components/notices.ts';
import { QUERY } from '../../../providers/data.ts';
import type { Row } from '../../../resource/use-list-table.ts';
import type { Branch } from './context-tree.ts';
import { useContextsChanged } from './use-all-contexts.ts';

type Fate = 'move' | 'remove';

/**
 * Deletes a context. What becomes of its contents is asked where there is a choice: they can move only into a parent.
 * A context with subcontexts, and the last one, cannot be deleted, and the dialog says so instead of asking.
 */
export function DeleteContext(props: { context: Branch | undefined; isLast: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, mutation } = useDelete<Row, HttpError>();
  const changed = useContextsChanged();
  const [fate, setFate] = useState<Fate>('move');
  useEffect(() => setFate('move'), [props.context]);
  // While the dialog fades out it goes on saying what it said.
  const last = useRef(props.context);
  if (props.context) last.current = props.context;
  const context = last.current;
  if (!context) return null;

  const { name, parent, children } = context;
  const isHeld = children.length > 0 || props.isLast;
  const canMove = parent !== undefined && context.contents > 0;
  const remove = () =>
    mutate(
      {
        resource: 'contexts',
        id: context.id,
        meta: { [QUERY]: { contents: canMove ? fate : 'remove' } },
        successNotification: successNotice(t('resource.deleted', { name })),
        errorNotification: failureNotice(t),
      },
      { onSuccess: () => void changed(), onSettled: props.onClose },
    );
  return (
    <Modal
      open={props.context !== undefined}
      title={t(isHeld ? 'contexts.delete.heldTitle' : 'contexts.delete.title', { name })}
      onCancel={props.onClose}
      cancelText={isHeld ? t('resource.close') : undefined}
      okText={t('contexts.delete.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={isHeld ? undefined : remove}
    >
      {children.length > 0 ? (
        <p>
          {t('contexts.delete.hasSub', { names: new Intl.ListFormat('pt-BR').format(children.map((one) => one.name)) })}
        </p>
      ) : props.isLast ? (
        <p>{t('contexts.delete.last')}</p>
      ) : (
        <>
          {canMove ? (
            <FateChoice context={context} fate={fate} onChange={setFate} />
          ) : (
            <p>
              {context.contents > 0
                ? t('contexts.delete.alone', { count: context.contents })
                : t('contexts.delete.nothing')}
            </p>
          )}
          <p>{t('contexts.delete.lost', { name })}</p>
        </>
      )}
    </Modal>
  );
}

function FateChoice({ context, fate, onChange }: { context: Branch; fate: Fate; onChange: (fate: Fate) => void }) {
  const { t } = useTranslation();
  const parent = context.parent?.name;
  return (
    <fieldset className="fates">
      <legend>{t('contexts.delete.question', { count: context.contents })}</legend>
      <Radio.Group value={fate} onChange={({ target }) => onChange(target.value as Fate)}>
        <Radio value="move">
          <strong>{t('contexts.delete.move', { parent })}</strong>
          <span>{t('contexts.delete.moveText')}</span>
        </Radio>
        <Radio value="remove">
          <strong>{t('contexts.delete.remove')}</strong>
          <span>{t('contexts.delete.removeText')}</span>
        </Radio>
      </Radio.Group>
    </fieldset>
  );
}
