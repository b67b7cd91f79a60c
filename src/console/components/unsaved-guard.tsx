import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/**
 * Asks before unsaved changes are left behind: by a link, the back button, or closing the tab. `isFree` is asked at the
 * moment of the move, so that a save may go on at once. `query`: parts of the address that another form stands behind.
 */
export function UnsavedGuard(props: { isFree: () => boolean; text?: string; query?: readonly string[] }) {
  const { isFree, text, query = [] } = props;
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    const leaves = from.pathname !== to.pathname || query.some((name) => before.get(name) !== after.get(name));
    return leaves && !isFree();
  });
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
