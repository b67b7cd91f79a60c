import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { type Account, useSending } from './account.ts';
import { downloadExport } from './download-export.ts';
import { EndDialog } from './end-dialog.tsx';
import { Part } from './part.tsx';

/** The account's data to take along, and its end; the owner's alone. */
export function DataPart({ account }: { account: Account }) {
  const { t } = useTranslation();
  const canExport = useAllowed('account', 'export');
  const canEnd = useAllowed('account', 'delete');
  const { send, isBusy } = useSending();
  const [isEnding, setIsEnding] = useState(false);
  if (!canExport && !canEnd) return null;
  return (
    <Part title={t('preferences.data.title')}>
      {canExport && (
        <div className="data-line">
          <div>
            <h3>{t('preferences.data.exportTitle')}</h3>
            <p>{t('preferences.data.exportText')}</p>
          </div>
          <Button loading={isBusy} onClick={() => void send(downloadExport, t('preferences.data.exported'))}>
            {t('preferences.data.export')}
          </Button>
        </div>
      )}
      {canEnd && !account.deletesAt && (
        <div className="data-line">
          <div>
            <h3>{t('preferences.data.endTitle')}</h3>
            <p>{t('preferences.data.endText')}</p>
          </div>
          <Button danger onClick={() => setIsEnding(true)}>
            {t('preferences.data.end')}
          </Button>
        </div>
      )}
      {isEnding && <EndDialog account={account} onClose={() => setIsEnding(false)} />}
    </Part>
  );
}
