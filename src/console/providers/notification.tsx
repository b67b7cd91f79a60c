import { CloseOutlined } from '@ant-design/icons';
import type { NotificationProvider } from '@refinedev/core';
import { notification } from 'antd';
import { type ReactNode, useLayoutEffect } from 'react';
import { TOAST_LIMIT, TOAST_MS } from '../../shared/constants.ts';
import { hasExpired, hasSession } from '../state/store.ts';
import { shownUpgrade } from '../state/upgrade.ts';
import { usePhone } from '../theme/use-phone.ts';
import { i18n } from './i18n.ts';

type Notifications = ReturnType<typeof notification.useNotification>[0];
let notifications: Notifications | undefined;

interface Toast {
  type: 'success' | 'error';
  message: string;
  detail?: string;
  /** The same key shown again replaces the notice. */
  key?: string;
}

// With an aria-label antd omits the icon, and its close link has no role.
const closing = () => ({ closeIcon: <CloseOutlined />, role: 'button', 'aria-label': i18n.t('console.closeNotice') });

/**
 * Shows a notification for 5 s, at most two at a time. For code outside React and notices that Refine does not send.
 */
export function notify({ type, message, detail, key }: Toast): void {
  notifications?.open({
    type,
    message,
    description: detail,
    key,
    role: type === 'error' ? 'alert' : 'status',
    closable: closing(),
  });
}

const CONFIG = {
  maxCount: TOAST_LIMIT,
  duration: TOAST_MS / 1_000,
  pauseOnHover: true,
} as const;

/**
 * Renders antd's notifications. On phones they are at the top, where they cover no button that saves. Not antd's App,
 * which would also load its messages and dialogs with the first page.
 */
export function NotificationHolder({ children }: { children: ReactNode }) {
  const placement = usePhone() ? 'top' : 'bottomRight';
  const [own, holder] = notification.useNotification({ ...CONFIG, placement });
  useLayoutEffect(() => {
    notifications = own;
    return () => {
      notifications = undefined;
    };
  }, [own]);
  return (
    <>
      {holder}
      {children}
    </>
  );
}

/** Refine's headlines that mean nothing to users: status codes and class names of errors. */
const TECHNICAL_MESSAGE = /\(status code: .*\)|Error$/;

/** Returns one sentence: for failures the server's, which Refine passes as the description. */
function sentenceOf(type: string, message: string, description?: string): string {
  if (type !== 'error') return message || description || '';
  return description || (TECHNICAL_MESSAGE.test(message) ? '' : message) || i18n.t('errors.generic');
}

/** Keys of errors that the sign-in forms show next to their fields. */
const SHOWN_BY_FORMS = ['login-error', 'register-error', 'forgot-password-error', 'update-password-error'];

/** Keys of failed queries. Screens show these errors in place of the missing data. */
const OF_QUERY = /-(useList|useInfiniteList|getOne|getMany)-notification$|^get-notification$/;

/** Shows Refine's notifications, one sentence each. A repeated error replaces its notification. */
export const notificationProvider: NotificationProvider = {
  open: ({ type, message, description, key }) => {
    if (key && (SHOWN_BY_FORMS.includes(key) || OF_QUERY.test(key))) return;
    // The sign-in page says that the session has ended.
    if (type === 'error' && !hasSession() && hasExpired()) return;
    // The dialog about the plan's limit shows this sentence already.
    const limit = shownUpgrade()?.limit;
    if (type === 'error' && limit !== undefined && [message, description].includes(limit)) return;
    const sentence = sentenceOf(type, message, description);
    // `progress` is the type of undoable mutations, which the console does not use.
    if (type !== 'progress') notify({ type, message: sentence, key: type === 'error' ? sentence : key });
  },
  close: (key) => notifications?.destroy(key),
};
