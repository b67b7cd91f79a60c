import { useNotification } from '@refinedev/core';
import { Button, Input, Space } from 'antd';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** A text to copy, with its button. `copied` and `notCopied` are the notices. */
export function CopyField(props: { value: string; label: string; copy: string; copied: string; notCopied: string }) {
  const { value, label, copied, notCopied } = props;
  const { open } = useNotification();
  const copy = async () => {
    const isDone = await copyText(value);
    open?.({ type: isDone ? 'success' : 'error', message: isDone ? copied : notCopied });
  };
  return (
    <Space.Compact block>
      <Input readOnly value={value} aria-label={label} onFocus={({ target }) => target.select()} />
      <Button data-first type="primary" icon={<Icon name="copy" />} onClick={() => void copy()}>
        {props.copy}
      </Button>
    </Space.Compact>
  );
}
