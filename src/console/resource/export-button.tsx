import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Icon } from '../components/icon.tsx';
import { download } from '../http/download.ts';
import { listQuery } from '../providers/data.ts';
import { showFailure } from '../providers/failure.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { sortParam } from '../providers/view.ts';
import type { ResourceTexts } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** A menu that downloads all rows of a list, as it is filtered and sorted. Null if the user may not. */
export function ExportButton(props: { resource: Resource; texts: ResourceTexts; control: ListControl }) {
  const { resource, texts, control } = props;
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const canExport = useAllowed(resource.name, 'export');
  if (!resource.list.export || !canExport) return null;
  const { view, contextId } = control;
  const save = async (format: (typeof FORMATS)[number]) => {
    setBusy(true);
    try {
      const query = { ...listQuery(resource, view.filters), sort: sortParam(view.sorters), contextId, format };
      await download(`${resource.api}/export`, `${texts.title}.${format}`, query);
    } catch (failure) {
      showFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const items = FORMATS.map((format) => ({
    key: format,
    label: t(`resource.exports.${format}`),
    onClick: () => void save(format),
  }));
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, 'aria-label': t('resource.export') }}>
      <Button loading={isBusy} icon={<Icon name="download" />} aria-haspopup="menu">
        {t('resource.export')}
      </Button>
    </Dropdown>
  );
}
