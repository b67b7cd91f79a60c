import { CloseOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useState } from 'react';
import { MenuIcon } from '../components/menu-icon.tsx';
import { t } from '../providers/i18n.ts';
import { useMe } from '../session/me.ts';
import { readKey, writeKey } from '../state/store.ts';

const KEY = 'closedAnnouncement';

/** Shows the staff's announcement above every screen until the user closes it. A changed text is shown again. */
export function AnnouncementBanner() {
  const { data: me } = useMe();
  const [closed, setClosed] = useState(() => readKey(KEY, 'sessionStorage'));
  const text = me?.announcement?.trim();
  if (!text || text === closed) return null;
  const close = () => {
    writeKey(KEY, text, 'sessionStorage');
    setClosed(text);
  };
  return (
    <Alert
      key={text}
      banner
      type="info"
      role="complementary"
      aria-label={t('layout.announcement.label')}
      icon={<MenuIcon name="megaphone" />}
      message={text}
      closable={{ closeIcon: <CloseOutlined />, 'aria-label': t('layout.announcement.close') }}
      onClose={close}
    />
  );
}
