import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { relativeDate } from '../../../components/days.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { Installation } from './installation.ts';
import { useSaveSites } from './use-save-sites.ts';

/** What browsers send as the origin of a page that has none, such as a local file. */
const NO_ORIGIN = 'null';

/** Says which page was refused the widget and why, with the way to allow it. */
export function RefusedSite({ contextId, installation }: { contextId: string; installation: Installation }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('widget-origins', 'edit');
  const { save, isBusy } = useSaveSites(contextId);
  const { refused, origins } = installation;
  if (!refused) return null;
  const { origin } = refused;
  const when = relativeDate(refused.at, Date.now());
  if (origin === NO_ORIGIN) {
    return <Alert type="warning" showIcon message={t('chat-setup.refused.file', { when })} />;
  }
  const allow = () => save([...origins, origin], t('chat-setup.siteAdded', { site: origin }));
  return (
    <Alert
      type="warning"
      showIcon
      message={<strong>{t('chat-setup.refused.title', { site: origin })}</strong>}
      // Its button stands below what it says: beside it, a phone has no room for an address.
      description={
        <>
          <p>{t('chat-setup.refused.text', { when })}</p>
          {canEdit && (
            <Button size="small" loading={isBusy} onClick={() => void allow()}>
              {t('chat-setup.addSite')}
            </Button>
          )}
        </>
      }
    />
  );
}
