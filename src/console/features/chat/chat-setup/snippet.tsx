import { Button, Card, Flex } from 'antd';
import { useEffect, useState } from 'react';
import { copyWithNotice } from '../../../components/copy-text.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../providers/i18n.ts';

/** Time that the button shows the check mark, in ms. */
const COPIED_MS = 2_500;

/** A button that copies a text and shows for a moment that it did. */
export function CopyButton({ text, label, isPrimary = false }: { text: string; label: string; isPrimary?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => setCopied(await copyWithNotice(text, t('chat-setup.copied'), t('chat-setup.copyFailed')));
  return (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      icon={<Icon name={isCopied ? 'check' : 'copy'} />}
      onClick={() => void copy()}
    >
      {label}
    </Button>
  );
}

export function Snippet({ code }: { code: string }) {
  return (
    <Card size="small">
      <Flex wrap gap={12} align="center" justify="space-between">
        <pre className="chat-code code-text" tabIndex={0} aria-label={t('chat-setup.snippetLabel')}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} label={t('chat-setup.copy')} isPrimary />
      </Flex>
    </Card>
  );
}
