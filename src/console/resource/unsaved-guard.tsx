import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/**
 * Asks before unsaved changes are left behind: by a link, the back button, or closing the tab. `isFree` is asked at the
 * moment of the move, so that a save may go on at once.
 */
export function UnsavedGuard({ isFree, text }: { isFree: () => boolean; text?: string }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !isFree(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isFree()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isFree]);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title={t('resource.unsaved.title')}
      closeLabel={t('resource.unsaved.stay')}
      onClose={() => blocker.reset?.()}
      action={{ label: t('resource.unsaved.leave'), danger: true, onClick: () => blocker.proceed?.() }}
    >
      <p>{text ?? t('resource.unsaved.text')}</p>
    </Dialog>
  );
}
