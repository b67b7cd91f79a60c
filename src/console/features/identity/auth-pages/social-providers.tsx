import { Alert, Button, Divider, Flex } from 'antd';
import { type ReactNode, useEffect } from 'react';
import messages from '../../../../../locales/pt-BR/social.json';
import { useScreenTable } from '../../../providers/screens.ts';
import { returnPlace } from '../../../providers/sign-in-path.ts';
import type { SocialProvider } from './social-sign-in.tsx';

const MARKS: Record<string, ReactNode> = {
  google: (
    <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#FBBC05" d="M3.97 10.72a5.41 5.41 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58Z"
      />
    </svg>
  ),
  microsoft: (
    <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
      <path fill="#F25022" d="M0 0h8.5v8.5H0z" />
      <path fill="#7FBA00" d="M9.5 0H18v8.5H9.5z" />
      <path fill="#00A4EF" d="M0 9.5h8.5V18H0z" />
      <path fill="#FFB900" d="M9.5 9.5H18V18H9.5z" />
    </svg>
  ),
};

/** A link to each provider and, if the last sign-in with one failed, the reason. */
export function SocialProviders({ providers, failure }: { providers: readonly SocialProvider[]; failure?: string }) {
  const sentences = messages.failures as Record<string, string>;
  const returnTo = returnPlace(window.location.search, useScreenTable());
  const query = returnTo === '/' ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const message = failure && (sentences[failure] ?? sentences.unavailable);
  useEffect(() => {
    // Removes the error from the address, so that a reload does not show it again.
    if (failure) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }, [failure]);
  return (
    <Flex vertical component="section" gap={12} className="auth-after" aria-label={messages.otherWays}>
      {message && <Alert type="error" message={message} />}
      {providers.length > 0 && <Divider plain>{messages.or}</Divider>}
      {providers.map(({ id, name }) => (
        <Button key={id} size="large" block href={`/api/auth/social/${id}${query}`} icon={MARKS[id]}>
          {messages.continueWith.replace('{{provider}}', name)}
        </Button>
      ))}
    </Flex>
  );
}
