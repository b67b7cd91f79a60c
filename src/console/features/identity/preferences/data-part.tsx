import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../../components/download-button.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { Account } from './account.ts';
import { EndDialog } from './end-dialog.tsx';

/** Buttons to export the account's data and to delete the account. Shows only what the user may do. */
export function DataPart({ account }: { account: Account }) {
  const { t } = useTranslation();
  const canExport = useAllowed('account', 'export');
  const canEnd = useAllowed('account', 'delete');
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
            <DownloadButton
              path="/account/export"
              name="dados-da-conta.zip"
              label={t('preferences.data.export')}
              saved={t('preferences.data.exported')}
            />
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
