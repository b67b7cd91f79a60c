import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../../components/download-button.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

/** A button that downloads the base of the current context; nothing for users who may not export it. */
export function ExportBase() {
  const { t } = useTranslation();
  const { current } = useCurrentContext();
  const canExport = useAllowed('contexts', 'export');
  if (!current || !canExport) return null;
  return (
    <DownloadButton
      path={`/contexts/${current.id}/export`}
      name={t('contents.exportBase.fileName', { context: current.name })}
      label={t('contents.exportBase.action')}
    />
  );
}
