import { Button, Card, Flex, Typography } from 'antd';
import { useEffect, useState } from 'react';
import type { IdentitySecret } from '../../../../shared/visitor-identity.ts';
import { copyWithNotice } from '../../../components/copy.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PasswordInput } from '../../../components/password-input.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

/** The code that pages put before the script if they call the chat before it has loaded. */
const STUB = '<script>window.Prosa=window.Prosa||function(){(Prosa.q=Prosa.q||[]).push(arguments)}</script>';

/** For developers, folded: how pages call the chat, and the secret that signs who the visitor is. */
export function IdentifyVisitors({ contextId, snippet }: { contextId: string; snippet: string }) {
  const canSee = useAllowed('identity-secret', 'show');
  return (
    <Fold ghost className="chat-found" label={t('chat-setup.api.title')}>
      <Flex vertical gap={12} align="start">
        <Typography.Text>{t('chat-setup.api.text')}</Typography.Text>
        <pre className="chat-code" tabIndex={0} aria-label={t('chat-setup.api.codeLabel')}>
          <code>{`${STUB}\n${snippet}`}</code>
        </pre>
        <CopyButton text={`${STUB}\n${snippet}`} label={t('chat-setup.api.copy')} />
        {canSee && <Secret contextId={contextId} />}
      </Flex>
    </Fold>
  );
}

function Secret({ contextId }: { contextId: string }) {
  const canRotate = useAllowed('identity-secret', 'rotate');
  const url = `/contexts/${contextId}/identity-secret`;
  const query = useGet<IdentitySecret>(url);
  const { ask, question, call, isBusy, answer } = useAskedCall<IdentitySecret>();
  const secret = (answer ?? query.data?.data)?.secret ?? null;
  const rotation = { url: `${url}/rotate`, successText: t('chat-setup.secret.made') };
  const askFirst = () =>
    ask({
      ...rotation,
      title: t('chat-setup.secret.confirm.title'),
      text: t('chat-setup.secret.confirm.text'),
      action: t('chat-setup.secret.rotate'),
      isDanger: true,
    });
  if (query.isError) return <LoadError query={query} />;
  return (
    <section aria-label={t('chat-setup.secret.title')}>
      <h3>{t('chat-setup.secret.title')}</h3>
      <Typography.Paragraph>{t('chat-setup.secret.text')}</Typography.Paragraph>
      <Flex wrap gap={12} align="center">
        {secret && (
          <>
            <PasswordInput
              readOnly
              className="chat-secret"
              aria-label={t('chat-setup.secret.label')}
              value={secret}
              autoComplete="off"
            />
            <CopyButton text={secret} label={t('chat-setup.secret.copy')} />
          </>
        )}
        {canRotate && !query.isPending && (
          <Button danger={secret !== null} loading={isBusy} onClick={secret ? askFirst : () => call(rotation)}>
            {t(secret ? 'chat-setup.secret.rotate' : 'chat-setup.secret.make')}
          </Button>
        )}
      </Flex>
      {question}
    </section>
  );
}

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
