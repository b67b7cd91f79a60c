import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionContext } from '../../../../shared/session.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import type { Content } from '../../../components/content-kinds.ts';
import { Modal } from '../../../components/modal.tsx';
import { contextOptions } from '../../../resource/context-options.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

/** Asks which context the contents move to, and explains what changes. */
export function MoveDialog(props: {
  open: boolean;
  contents: readonly Content[];
  busy: boolean;
  onClose: () => void;
  onMove: (context: SessionContext) => void;
}) {
  const { t } = useTranslation();
  const { contexts } = useCurrentContext();
  const [target, setTarget] = useState<string | null>(null);
  const { contents } = props;
  const left = new Set(contents.map(({ contextId }) => contextId));
  const destination = contexts.find(({ id }) => id === target);
  return (
    <Modal
      open={props.open}
      title={t('contents.bulk.moveTitle', { count: contents.length, name: contents[0]?.title })}
      onCancel={props.onClose}
      okText={t('contents.bulk.move')}
      okButtonProps={{ disabled: !destination }}
      confirmLoading={props.busy}
      onOk={() => destination && props.onMove(destination)}
    >
      <Form layout="vertical">
        <Form.Item label={t('contents.bulk.moveTo')}>
          <ChoiceSelect
            aria-label={t('contents.bulk.moveTo')}
            placeholder={t('contents.bulk.movePlaceholder')}
            value={target}
            onChange={setTarget}
            // A context that has all the selected contents already cannot be chosen.
            options={contextOptions(contexts, ({ id }) => left.size === 1 && left.has(id))}
          />
        </Form.Item>
      </Form>
      <p className="cell-quiet">{t('contents.bulk.moveText')}</p>
    </Modal>
  );
}
