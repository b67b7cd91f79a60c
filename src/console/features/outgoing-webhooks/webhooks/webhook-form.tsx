import { useParams } from 'react-router';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { LoadError } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { SecretDialog } from '../../../resource/secret-dialog.tsx';
import { usePost } from './use-post.ts';

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
          <NewSecret webhook={webhook} onClose={close} />
        ) : null
      }
    />
  );
}

function NewSecret({
  webhook: { id, name },
  onClose,
}: {
  webhook: RecordOf<typeof outgoingWebhooks>;
  onClose: () => void;
}) {
  const query = usePost<{ secret: string }>(`${outgoingWebhooks.api}/${id}/reveal-secret`);
  return (
    <SecretDialog
      resource={outgoingWebhooks}
      name={name}
      secret={query.data?.data.secret}
      failure={query.error && <LoadError query={query} />}
      onClose={onClose}
    />
  );
}
