import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import { formatCount } from '../../components/format.ts';

/** Asks what happens to the pages of a sitemap when it is deleted. */
export function PagesOnDeleteChoice(props: {
  pages: number;
  value: PagesOnDelete;
  onChange: (value: PagesOnDelete) => void;
}) {
  const { t } = useTranslation();
  const counts = { count: props.pages, written: formatCount(props.pages) };
  return (
    <Radio.Group
      style={{ display: 'grid', gap: 8 }}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value as PagesOnDelete)}
      options={(['keep', 'remove'] as const).map((value) => ({
        value,
        label: t(`contents.pagesFate.${value}`, counts),
      }))}
    />
  );
}
