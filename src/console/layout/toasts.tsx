import { useEffect, useSyncExternalStore } from 'react';
import { closeNotice, notices as label } from '../../../locales/pt-BR/console.json';
import { dismissNotice, holdNotices, shownNotices, watchNotices, type Notice } from '../providers/notice-store.ts';
import './toasts.css';

/** The notices of the page, read aloud as they come; those dismissed wait unseen for their removal. */
export function Toasts() {
  const notices = useSyncExternalStore(watchNotices, shownNotices);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('.toasts') !== null;
      const last = shownNotices().findLast(({ isOpen }) => isOpen);
      if (event.key === 'Escape' && isInside && last) dismissNotice(last.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section
      className="toasts"
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => holdNotices(true)}
      onPointerLeave={() => holdNotices(false)}
      onFocus={() => holdNotices(true)}
      onBlur={() => holdNotices(false)}
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

const SIGNS: Record<Notice['type'], string> = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  error: 'M12 7v6m0 3.7v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  info: 'M12 11v5.2m0-8.4v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  progress: 'M12 7.5V12l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
};

function Toast({ notice }: { notice: Notice }) {
  const { key, type, message, detail, isOpen, undo } = notice;
  return (
    <div
      className={`toast toast-${type}`}
      role={type === 'error' ? 'alert' : 'status'}
      data-state={isOpen ? 'open' : 'closed'}
      aria-hidden={isOpen ? undefined : true}
    >
      <svg aria-hidden width="18" height="18" viewBox="0 0 24 24">
        <path d={SIGNS[type]} />
      </svg>
      <div className="toast-text">
        <p>{message}</p>
        {detail && <p className="toast-detail">{detail}</p>}
      </div>
      {undo && (
        <button type="button" className="toast-undo" onClick={() => [undo.run(), dismissNotice(key)]}>
          {undo.label}
        </button>
      )}
      <button type="button" className="toast-close" aria-label={closeNotice} onClick={() => dismissNotice(key)}>
        <svg aria-hidden width="16" height="16" viewBox="0 0 24 24">
          <path d="M6 6l12 12M18 6 6 18" />
        </svg>
      </button>
    </div>
  );
}
