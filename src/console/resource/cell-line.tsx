import { formatList } from '../../shared/format.ts';
import { t } from '../providers/i18n.ts';

/** A text on one line, complete in its tooltip. */
export const Line = ({ value, className = '' }: { value: string; className?: string }) => (
  <span className={`cell-line ${className}`} title={value}>
    {value}
  </span>
);

/** Several texts as a sentence lists them: "a, b e c". */
export const Listed = ({ texts }: { texts: string[] }) => <Line value={formatList(texts)} />;

/** Shows a dash for an empty value. Screen readers read “Sem valor”. */
export function Nothing() {
  return (
    <span className="cell-nothing cell-quiet">
      <span aria-hidden>—</span>
      <span className="unseen">{t('resource.nothing')}</span>
    </span>
  );
}
