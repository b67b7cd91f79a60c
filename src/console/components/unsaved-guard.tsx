import { useWarnAboutChange } from '@refinedev/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../providers/i18n.ts';
import { Modal } from './modal.tsx';

interface Props {
  /** Whether there are unsaved changes. By default, Refine's own state decides. */
  when?: boolean;
  text?: string;
  /** Query parameters that switch to another form. Changing one of them leaves the current form, too. */
  query?: readonly string[];
}

/** Asks for confirmation before unsaved changes are lost by a link, the back button, or closing the tab. */
export function UnsavedGuard({ when, text, query = [] }: Props) {
  const { warnWhen, setWarnWhen } = useWarnAboutChange();
  const isUnsaved = when ?? warnWhen;
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    const leaves = from.pathname !== to.pathname || query.some((name) => before.get(name) !== after.get(name));
    return leaves && isUnsaved;
  });
  // The next form starts without unsaved changes.
  useEffect(() => () => setWarnWhen(false), [setWarnWhen]);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('resource.unsaved.title')}
      cancelText={t('resource.unsaved.stay')}
      okText={t('resource.unsaved.leave')}
      okButtonProps={{ danger: true }}
      onCancel={() => blocker.reset?.()}
      onOk={() => blocker.proceed?.()}
    >
      <p>{text ?? t('resource.unsaved.text')}</p>
    </Modal>
  );
}
