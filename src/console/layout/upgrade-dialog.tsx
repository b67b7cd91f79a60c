import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../resource/dialog.tsx';
import { hideUpgrade, shownUpgrade, watchUpgrade } from '../session/upgrade.ts';

/** Says that a feature belongs to a higher plan, whoever asked for it. */
export function UpgradeDialog() {
  const { t, i18n } = useTranslation();
  const upgrade = useSyncExternalStore(watchUpgrade, shownUpgrade);
  const own = `layout.upgrade.features.${upgrade?.flag}`;
  return (
    <Dialog
      open={upgrade !== null}
      title={t('layout.upgrade.title')}
      closeLabel={t('layout.upgrade.close')}
      onClose={hideUpgrade}
    >
      <p>{upgrade?.flag && i18n.exists(own) ? t(own) : t('layout.upgrade.text')}</p>
    </Dialog>
  );
}
