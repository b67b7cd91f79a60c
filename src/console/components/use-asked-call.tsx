import type { BaseRecord } from '@refinedev/core';
import { useState } from 'react';
import { Modal } from './modal.tsx';
import { type CallOptions, useCall } from './use-call.ts';

interface AskedCall<Answer> extends CallOptions<Answer> {
  title: string;
  /** Its paragraphs. */
  text: string | readonly string[];
  /** The label of the button that does it. */
  action: string;
  isDanger?: boolean;
}

/** useCall for what is asked before it is done. The returned `question` must be rendered; it closes after the call. */
export function useAskedCall<Answer extends BaseRecord = BaseRecord>(...changes: readonly string[]) {
  const [asked, ask] = useState<AskedCall<Answer>>();
  const { call, isBusy, answer } = useCall<Answer>(...changes);
  const close = () => ask(undefined);
  const confirm = () =>
    asked &&
    call({
      ...asked,
      onSettled: () => {
        close();
        asked.onSettled?.();
      },
    });
  const question = (
    <Modal
      open={asked !== undefined}
      title={asked?.title}
      onCancel={close}
      okText={asked?.action}
      okButtonProps={{ danger: asked?.isDanger }}
      confirmLoading={isBusy}
      onOk={confirm}
    >
      {[asked?.text ?? []].flat().map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Modal>
  );
  return { ask, question, call, isBusy, answer };
}
