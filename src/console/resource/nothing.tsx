import { t } from '../providers/i18n.ts';

/** Shows a dash for an empty value. Screen readers read “Sem valor”. */
export function Nothing() {
  return (
    <span className="cell-nothing cell-quiet">
      <span aria-hidden>—</span>
      <span className="unseen">{t('resource.nothing')}</span>
    </span>
  );
}
