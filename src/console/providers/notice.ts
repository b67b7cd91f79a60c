import type { NotificationProvider } from '@refinedev/core';
import { shownUpgrade } from '../session/upgrade.ts';
import { words } from './i18n.ts';
import { dismissNotice, showNotice } from './notice-store.ts';

/** Refine's own headlines ("Error (status code: 500)") say nothing to a person; the server's sentence comes below them. */
const OF_REFINE = /\(status code: .*\)|^Error/;

/** Refine's notices as our toasts. */
export const noticeProvider: NotificationProvider = {
  open: ({ type, message, description, key, cancelMutation }) => {
    // The dialog of a plan's limit says it already.
    const said = shownUpgrade()?.limit;
    if (type === 'error' && said !== undefined && [message, description].includes(said)) return;
    const isRefines = type === 'error' && OF_REFINE.test(message);
    showNotice({
      type,
      key,
      message: (isRefines ? description : message || description) || words.t('errors.generic'),
      undo: cancelMutation && { label: words.t('console.undo'), run: cancelMutation },
    });
  },
  close: (key) => dismissNotice(key),
};
