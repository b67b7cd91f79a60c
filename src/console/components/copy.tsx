import { Button, type ButtonProps, Input, Space } from 'antd';
import { t } from '../providers/i18n.ts';
import { notify } from '../providers/notification.tsx';
import { Icon } from './icon.tsx';

interface CopyFieldProps {
  value: string;
  texts: string;
  /** `default` beside a page's primary button. */
  type?: 'primary' | 'default';
}

/** A text to copy, with its button. The label, the button's text and the notices are below the locale key `texts`. */
export function CopyField({ value, texts, type = 'primary' }: CopyFieldProps) {
  return (
    <Space.Compact block>
      <Input readOnly value={value} aria-label={t(`${texts}.label`)} onFocus={({ target }) => target.select()} />
      <TextCopyButton data-first value={value} texts={texts} type={type} />
    </Space.Compact>
  );
}

/** Copies a text. Its own text and the notices are below the locale key `texts`. */
export function TextCopyButton({ value, texts, ...button }: { value: string; texts: string } & ButtonProps) {
  const copy = () => void copyWithNotice(value, t(`${texts}.copied`), t(`${texts}.notCopied`));
  return (
    <Button icon={<Icon name="copy" />} onClick={copy} {...button}>
      {t(`${texts}.copy`)}
    </Button>
  );
}

/** Copies a text to the clipboard and shows one of the notices. Returns whether it worked. */
export async function copyWithNotice(text: string, copied: string, notCopied: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) notify({ type: 'success', message: copied });
  else notify({ type: 'error', message: notCopied, key: notCopied });
  return isCopied;
}

/**
 * Copies a text to the clipboard. Returns whether it worked. Outside secure contexts there is no clipboard API, so the
 * text is copied from a selected textarea.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
