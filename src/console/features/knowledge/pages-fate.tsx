import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PagesFate } from '../../../shared/contents.ts';
import { writtenCount } from '../../components/format.ts';

/** What becomes of the pages that a sitemap brought, when it is deleted. */
export function PagesFateChoice(props: { pages: number; fate: PagesFate; onChange: (fate: PagesFate) => void }) {
  const { t } = useTranslation();
  const { pages, fate, onChange } = props;
  const counts = { count: pages, written: writtenCount(pages) };
  return (
    <Radio.Group className="pages-fate" value={fate} onChange={({ target }) => onChange(target.value as PagesFate)}>
      {(['keep', 'remove'] as const).map((one) => (
        <Radio key={one} value={one}>
          {t(`contents.pagesFate.${one}`, counts)}
        </Radio>
      ))}
    </Radio.Group>
  );
}
