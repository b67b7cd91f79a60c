import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { relativeDate } from '../../../components/days.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { WidgetInstallation } from './installation.ts';
import { useSaveSites } from './use-save-sites.ts';

/** The `Origin` header of a page without an origin, such as a local file. */
const NO_ORIGIN = 'null';

/** Shows which site was refused the widget, when and why, and lets the user allow it. */
export function RefusedSite({ contextId, installation }: { contextId: string; installation: WidgetInstallation }) {
  const { t } = useTranslation();
  const canEdit = useAllowed('widget-origins', 'edit');
  const { refused, origins } = installation;
  const { allow, isBusy } = useSaveSites(contextId, origins);
  if (!refused) return null;
  const { origin } = refused;
  const when = relativeDate(refused.at, Date.now());
  if (origin === NO_ORIGIN) {
    return <Alert type="warning" showIcon message={t('chat-setup.refused.file', { when })} />;
  }
  return (
    <Alert
      type="warning"
      showIcon
      message={<strong>{t('chat-setup.refused.title', { site: origin })}</strong>}
      // The button is below the text: beside it, a phone has no room for an address.
      description={
        <>
          <p className="chat-refused">{t('chat-setup.refused.text', { when })}</p>
          {canEdit && (
            <Button size="small" loading={isBusy} onClick={() => allow(origin)}>
              {t('chat-setup.addSite')}
            </Button>
          )}
        </>
      }
    />
  );
}
