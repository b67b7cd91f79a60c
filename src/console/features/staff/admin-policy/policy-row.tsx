import { useTranslation } from 'react-i18next';
import type { PolicyRow } from './use-policy.ts';

/** A row of policy.csv as it stands there, with its line. */
export function RowText({ row }: { row: PolicyRow }) {
  const { t } = useTranslation();
  return (
    <span className="policy-row">
      <span className="policy-line figures">{t('admin-policy.line', { line: row.line })}</span>
      <code>{row.text}</code>
    </span>
  );
}
