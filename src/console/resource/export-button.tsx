import type { Resource } from '../../../resources/kit/resource.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import { download } from '../http/download.ts';
import { listQuery } from '../providers/data.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { sortParam } from '../providers/view.ts';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** A menu that downloads all rows of a list, as it is filtered and sorted. Null if the user may not. */
export function ExportButton(props: { resource: Resource; control: ListControl }) {
  const { resource, control } = props;
  const canExport = useAllowed(resource.name, 'export');
  if (!resource.list.export || !canExport) return null;
  const { view, contextId } = control;
  const query = { ...listQuery(resource, view.filters), sort: sortParam(view.sorters), contextId };
  return (
    <DownloadMenu
      label={t('resource.export')}
      formats={FORMATS.map((key) => ({ key, label: t(`resource.exports.${key}`) }))}
      save={(format) =>
        download(`${resource.api}/export`, `${textsOf(resource).title}.${format}`, { ...query, format })
      }
    />
  );
}
