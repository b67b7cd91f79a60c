import type { PagesOnDelete } from '../../../shared/contents.ts';
import { formatCount } from '../../../shared/format.ts';
import { Choices } from '../../components/choices.tsx';
import { t } from '../../providers/i18n.ts';

/** Asks what happens to the pages of a sitemap when it is deleted. */
export function PagesOnDeleteChoice(props: {
  pages: number;
  value: PagesOnDelete;
  onChange: (value: PagesOnDelete) => void;
}) {
  const counts = { count: props.pages, formatted: formatCount(props.pages) };
  return (
    <Choices
      value={props.value}
      onChange={props.onChange}
      options={(['keep', 'remove'] as const).map((value) => ({
        value,
        label: t(`contents.pagesFate.${value}`, counts),
      }))}
    />
  );
}
