import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PagesOnDelete } from '../../../shared/contents.ts';
import { formatCount } from '../../components/format.ts';

/** What becomes of the pages that a sitemap brought, when it is deleted. */
export function PagesFateChoice(props: {
  pages: number;
  fate: PagesOnDelete;
  onChange: (fate: PagesOnDelete) => void;
}) {
  const { t } = useTranslation();
  const { pages, fate, onChange } = props;
  const counts = { count: pages, written: formatCount(pages) };
  return (
    <Radio.Group className="pages-fate" value={fate} onChange={({ target }) => onChange(target.value as PagesOnDelete)}>
      {(['keep', 'remove'] as const).map((one) => (
        <Radio key={one} value={one}>
          {t(`contents.pagesFate.${one}`, counts)}
        </Radio>
      ))}
    </Radio.Group>
  );
}
