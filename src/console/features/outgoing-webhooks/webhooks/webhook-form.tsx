import { useParams } from 'react-router';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** The form of a webhook. After a creation it shows the secret, except for chats, which check no signature. */
export function WebhookForm() {
  const { id } = useParams();
  const canReveal = useAllowed(outgoingWebhooks.name, 'reveal');
  return (
    <FormDialog
      resource={outgoingWebhooks}
      hasSecrets
      result={(webhook, close) =>
        id === undefined && canReveal && webhook.format === 'json' ? (
          <SecretDialog webhook={webhook} onClose={close} />
        ) : null
      }
    />
  );
}
