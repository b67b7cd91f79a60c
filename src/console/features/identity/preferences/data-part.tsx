import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSection } from '../../../components/page-section.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { type Account, useSending } from './account.ts';
import { downloadExport } from './download-export.ts';
import { EndDialog } from './end-dialog.tsx';

/** Buttons to export the account's data and to delete the account. Shows only what the user may do. */
export function DataPart({ account }: { account: Account }) {
  const { t } = useTranslation();
  const canExport = useAllowed('account', 'export');
  const canEnd = useAllowed('account', 'delete');
  const { send, isBusy } = useSending();
  const [isEnding, setIsEnding] = useState(false);
  if (!canExport && !canEnd) return null;
  return (
    <PageSection title={t('preferences.data.title')}>
      <Flex vertical gap={20}>
        {canExport && (
          <Flex align="center" justify="space-between" gap={24}>
            <div>
              <h3>{t('preferences.data.exportTitle')}</h3>
              <Typography.Text type="secondary">{t('preferences.data.exportText')}</Typography.Text>
            </div>
            <Button loading={isBusy} onClick={() => void send(downloadExport, t('preferences.data.exported'))}>
              {t('preferences.data.export')}
            </Button>
          </Flex>
        )}
        {canEnd && !account.deletesAt && (
          <Flex align="center" justify="space-between" gap={24}>
            <div>
              <h3>{t('preferences.data.endTitle')}</h3>
              <Typography.Text type="secondary">{t('preferences.data.endText')}</Typography.Text>
            </div>
            <Button danger onClick={() => setIsEnding(true)}>
              {t('preferences.data.end')}
            </Button>
          </Flex>
        )}
      </Flex>
      {isEnding && <EndDialog account={account} onClose={() => setIsEnding(false)} />}
    </PageSection>
  );
}
