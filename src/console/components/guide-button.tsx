import { Button } from 'antd';
import { t } from '../providers/i18n.ts';
import { openGuide } from '../state/help-store.ts';

/** The “?” beside a screen's title. Opens the guide. */
export function GuideButton() {
  const label = t('layout.guide');
  return (
    <Button
      className="guide-button"
      shape="circle"
      size="small"
      ghost
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={openGuide}
    >
      ?
    </Button>
  );
}
