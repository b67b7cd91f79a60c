import { Button, Input, Space } from 'antd';
import { t } from '../providers/i18n.ts';
import { copyWithNotice } from './copy-text.ts';
import { Icon } from './icon.tsx';

interface CopyFieldProps {
  value: string;
  texts: string;
  /** `default` beside a page's primary button. */
  type?: 'primary' | 'default';
}

/** A text to copy, with its button. The label, the button's text and the notices are below the locale key `texts`. */
export function CopyField({ value, texts, type = 'primary' }: CopyFieldProps) {
  const copy = () => void copyWithNotice(value, t(`${texts}.copied`), t(`${texts}.notCopied`));
  return (
    <Space.Compact block>
      <Input readOnly value={value} aria-label={t(`${texts}.label`)} onFocus={({ target }) => target.select()} />
      <Button data-first type={type} icon={<Icon name="copy" />} onClick={copy}>
        {t(`${texts}.copy`)}
      </Button>
    </Space.Compact>
  );
}
