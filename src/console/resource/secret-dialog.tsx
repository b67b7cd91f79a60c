import { Alert, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { CopyField } from '../components/copy.tsx';
import { Modal } from '../components/modal.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { textsOf } from './texts.ts';

/** Shows a secret of a row, to be copied. The texts are `<resource>.secret`. */
export function SecretDialog(props: {
  resource: Resource;
  name: string;
  /** undefined while it loads. */
  secret: string | undefined;
  note?: string;
  /** Replaces the secret that could not be loaded. */
  failure?: ReactNode;
  onClose: () => void;
}) {
  const texts = textsOf(props.resource);
  return (
    <Modal open title={texts.t('secret.title', { name: props.name })} width={560} onCancel={props.onClose}>
      {props.failure ?? (
        <Flex vertical gap={16}>
          {props.note && <Alert type="info" showIcon message={props.note} />}
          <Typography.Text>{texts.t('secret.text')}</Typography.Text>
          {props.secret === undefined ? (
            <Skeleton rows={1} />
          ) : (
            <CopyField value={props.secret} texts={`${props.resource.name}.secret`} />
          )}
        </Flex>
      )}
    </Modal>
  );
}
