import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS } from '../../../../shared/insight.ts';
import { Icon } from '../../../components/icon.tsx';
import { download } from '../../../http/download.ts';
import { filterQuery } from '../../../providers/data.ts';
import { notify } from '../../../providers/notification.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';

type Format = (typeof EXPORT_FORMATS)[number];

/** Menu that downloads all conversations that match the filters, not only the current page, in the chosen format. */
export function ExportMenu({ control }: { control: ListControl }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const take = async (format: Format) => {
    setBusy(true);
    try {
      const query = { ...filterQuery(control.view.filters), contextId: control.contextId, format };
      await download('/conversations/export', `conversas.${format}`, query);
    } catch {
      notify({ type: 'error', message: t('conversations.export.failed') });
    } finally {
      setBusy(false);
    }
  };
  const items = EXPORT_FORMATS.map((format) => ({
    key: format,
    label: t(`conversations.export.${format}`),
    onClick: () => void take(format),
  }));
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, 'aria-label': t('conversations.export.action') }}>
      <Button loading={isBusy} icon={<Icon name="download" />} aria-haspopup="menu">
        {t('conversations.export.action')}
      </Button>
    </Dropdown>
  );
}
