import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { contexts } from '../../../../../resources/contexts.ts';
import { formatList } from '../../../../shared/format.ts';
import { Choices } from '../../../components/choices.tsx';
import { Modal } from '../../../components/modal.tsx';
import { t } from '../../../providers/i18n.ts';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import type { Branch } from './context-tree.ts';
import { useContextsChanged } from './use-all-contexts.ts';

type OnContents = 'move' | 'remove';

/**
 * Deletes a context. Its contents can move to its parent, if it has one. A context with subcontexts and the last context
 * cannot be deleted: the dialog explains it.
 */
export function DeleteContext(props: { context: Branch | undefined; isLast: boolean; onClose: () => void }) {
  const { context, isLast, onClose } = props;
  const changed = useContextsChanged();
  const [onContents, setOnContents] = useState<OnContents>('move');
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
      {context && canMove ? (
        <ContentsChoice context={context} value={onContents} onChange={setOnContents} />
      ) : (
        <p>{contents > 0 ? t('contexts.delete.alone', { count: contents }) : t('contexts.delete.nothing')}</p>
      )}
    </DeleteDialog>
  );
}

function ContentsChoice(props: { context: Branch; value: OnContents; onChange: (value: OnContents) => void }) {
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
