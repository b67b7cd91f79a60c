import { useTranslation } from 'react-i18next';

/** Shows a dash for an empty value. Screen readers read “Sem valor”. */
export function Nothing() {
  const { t } = useTranslation();
  return (
    <span className="cell-nothing cell-quiet">
      <span aria-hidden>—</span>
      <span className="unseen">{t('resource.nothing')}</span>
    </span>
  );
}
