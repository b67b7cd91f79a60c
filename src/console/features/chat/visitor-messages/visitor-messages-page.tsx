import { useTranslation } from 'react-i18next';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { filterQuery } from '../../../providers/data.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useLimits } from '../pause/limits.ts';
import { useMessageParts } from './message-parts.tsx';

export function VisitorMessagesPage() {
  const { t } = useTranslation();
  const canExport = useAllowed(visitorMessages.name, 'export');
  const { parts, dialog } = useMessageParts();
  return (
    <>
      <ListPage
        resource={visitorMessages}
        {...parts}
        tools={
          canExport
            ? ({ view, contextId }) => (
                <DownloadButton
                  path="/visitor-messages/export"
                  query={{ ...filterQuery(view.filters), contextId }}
                  name="recados.csv"
                  label={t('visitor-messages.export')}
                />
              )
            : undefined
        }
        empty={<NoMessages />}
      />
      {dialog}
    </>
  );
}

/** Shown while there are no messages. Leads to the setting that turns them on, unless it is on. */
function NoMessages() {
  const { t } = useTranslation();
  const canEdit = useAllowed('limits', 'edit');
  const { current } = useCurrentContext();
  return (
    <EmptyState
      drawing="talk"
      title={t('visitor-messages.empty.title')}
      text={t('visitor-messages.empty.text')}
      action={canEdit && current && <TurnOn contextId={current.id} />}
    />
  );
}

function TurnOn({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { data } = useLimits(contextId);
  if (data?.data.takesMessages !== false) return null;
  return <ButtonLink to="/settings/usage">{t('visitor-messages.empty.action')}</ButtonLink>;
}
