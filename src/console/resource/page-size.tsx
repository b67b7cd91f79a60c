import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from './choice-select.tsx';
import type { ListViewControl } from './use-list-view.ts';
import { PAGE_SIZES } from './view.ts';

/** How many rows a page has. Fetched by the pager only when a list is longer than its shortest page. */
export function PageSize({ control: { view, change } }: { control: ListViewControl }) {
  const { t } = useTranslation();
  return (
    <ChoiceSelect<number>
      aria-label={t('resource.pageSize')}
      value={view.limit}
      onChange={(limit) => limit && change({ limit })}
      options={PAGE_SIZES.map((size) => ({
        value: String(size),
        returnValue: size,
        label: t('resource.perPage', { size }),
      }))}
    />
  );
}
