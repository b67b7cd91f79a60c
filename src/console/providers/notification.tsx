import type { NotificationProvider } from '@refinedev/core';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { hasExpired, hasSession } from '../state/store.ts';
import { shownUpgrade } from '../state/upgrade.ts';
import { i18n } from './i18n.ts';
import { hideToast, isToastWaiting, showToast, watchToasts } from './toasts.ts';
import { useNetworkIdle } from './use-network-idle.ts';

/**
 * Shows a notification for 5 s, at most two at a time. For code outside React and notices that Refine does not send.
 */
export const notify = showToast;

/** Renders antd's notifications, which are loaded after the first page, or with the first of them. */
export function NotificationHolder() {
  const [Holder, setHolder] = useState<ComponentType>();
  const isIdle = useNetworkIdle();
  const isWanted = useSyncExternalStore(watchToasts, isToastWaiting);
  useEffect(() => {
    if (isIdle || isWanted) void import('./toast-holder.tsx').then(({ ToastHolder }) => setHolder(() => ToastHolder));
  }, [isIdle, isWanted]);
  return Holder && <Holder />;
}

/** Refine's headlines that mean nothing to users: status codes and class names of errors. */
const TECHNICAL_MESSAGE = /\(status code: .*\)|Error$/;

/** Returns one sentence: for failures the server's, which Refine passes as the description. */
function sentenceOf(type: string, message: string, description?: string): string {
  if (type !== 'error') return message || description || '';
  return description || (TECHNICAL_MESSAGE.test(message) ? '' : message) || i18n.t('console.failed');
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
  close: hideToast,
};
