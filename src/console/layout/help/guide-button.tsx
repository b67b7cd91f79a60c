import { useTranslation } from 'react-i18next';
import { openGuide } from './help-store.ts';

/** The “?” beside a screen's title. */
export function GuideButton() {
  const { t } = useTranslation();
  const label = t('layout.guide');
  return (
    <button
      type="button"
      className="guide-button"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={openGuide}
    >
      ?
    </button>
  );
}
