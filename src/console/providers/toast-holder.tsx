import { CloseOutlined } from '@ant-design/icons';
import { notification } from 'antd';
import { useLayoutEffect } from 'react';
import { TOAST_LIMIT, TOAST_MS } from '../../shared/constants.ts';
import { usePhone } from '../theme/use-phone.ts';
import { i18n } from './i18n.ts';
import { setToaster } from './toasts.ts';

// With an aria-label antd omits the icon, and its close link has no role.
const closing = () => ({ closeIcon: <CloseOutlined />, role: 'button', 'aria-label': i18n.t('console.closeNotice') });

const CONFIG = {
  maxCount: TOAST_LIMIT,
  duration: TOAST_MS / 1_000,
  pauseOnHover: true,
} as const;

/** antd's notifications. On phones they are at the top, where they cover no button that saves. */
export function ToastHolder() {
  const placement = usePhone() ? 'top' : 'bottomRight';
  const [{ open, destroy }, holder] = notification.useNotification({ ...CONFIG, placement });
  useLayoutEffect(() => {
    setToaster({
      show: ({ type, message, detail, key }) =>
        open({
          type,
          message,
          description: detail,
          key,
          role: type === 'error' ? 'alert' : 'status',
          closable: closing(),
        }),
      hide: destroy,
    });
    return () => setToaster(undefined);
  }, [open, destroy]);
  return holder;
}
