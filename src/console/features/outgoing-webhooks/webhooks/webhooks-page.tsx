import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Webhook = RecordOf<typeof outgoingWebhooks>;
type OpenedWebhook = { webhook: Webhook } & ({ dialog: 'test' | 'rotate' } | { dialog: 'secret'; rotated?: string });

/** The webhooks that receive the account's events. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenedWebhook>();
  const canSeeDeliveries = useAllowed(webhookDeliveries.name, 'list');
  return (
    <>
      <ListPage
        resource={outgoingWebhooks}
        actions={useWebhookActions(setOpened)}
        tools={() =>
          canSeeDeliveries && <ButtonLink to={webhookDeliveries.path}>{t('outgoing-webhooks.deliveries')}</ButtonLink>
        }
      />
      {opened && <WebhookDialog opened={opened} open={setOpened} />}
    </>
  );
}

function useWebhookActions(open: (opened: OpenedWebhook) => void): (webhook: Webhook) => RowAction[] {
  const { t } = useTranslation();
  const canTest = useAllowed(outgoingWebhooks.name, 'test');
  const canReveal = useAllowed(outgoingWebhooks.name, 'reveal');
  const canRotate = useAllowed(outgoingWebhooks.name, 'rotate');
  const canSeeDeliveries = useAllowed(webhookDeliveries.name, 'list');
  return (webhook) => {
    const text = (action: string) => ({
      label: t(`outgoing-webhooks.actions.${action}Of`, { name: webhook.name }),
      hint: t(`outgoing-webhooks.actions.${action}`),
    });
    const deliveries = `${webhookDeliveries.path}?webhookId=${webhook.id}`;
    const all: (RowAction & { isAllowed: boolean })[] = [
      { isAllowed: canTest, icon: 'bolt', onClick: () => open({ webhook, dialog: 'test' }), ...text('test') },
      { isAllowed: canSeeDeliveries, icon: 'layers', to: deliveries, ...text('deliveries') },
      { isAllowed: canReveal, icon: 'shield', onClick: () => open({ webhook, dialog: 'secret' }), ...text('secret') },
      { isAllowed: canRotate, icon: 'refresh', onClick: () => open({ webhook, dialog: 'rotate' }), ...text('rotate') },
    ];
    return all.filter(({ isAllowed }) => isAllowed);
  };
}

function WebhookDialog({ opened, open }: { opened: OpenedWebhook; open: (opened?: OpenedWebhook) => void }) {
  const { webhook } = opened;
  const close = () => open();
  switch (opened.dialog) {
    case 'test':
      return <TestDialog webhook={webhook} onClose={close} />;
    case 'secret':
      return <SecretDialog webhook={webhook} rotated={opened.rotated} onClose={close} />;
    case 'rotate':
      return (
        <RotateDialog
          webhook={webhook}
          onRotated={(rotated) => open({ webhook, dialog: 'secret', rotated })}
          onClose={close}
        />
      );
  }
}
