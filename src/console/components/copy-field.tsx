import { Button, Input, Space } from 'antd';
import { copyWithNotice } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** A text to copy, with its button. `copied` and `notCopied` are the notices. */
export function CopyField(props: { value: string; label: string; copy: string; copied: string; notCopied: string }) {
  const { value, label, copied, notCopied } = props;
  const copy = () => void copyWithNotice(value, copied, notCopied);
  return (
    <Space.Compact block>
      <Input readOnly value={value} aria-label={label} onFocus={({ target }) => target.select()} />
      <Button data-first type="primary" icon={<Icon name="copy" />} onClick={copy}>
        {props.copy}
      </Button>
    </Space.Compact>
  );
}
