import { useLogout } from '@refinedev/core';
import { Button, Dropdown, Flex, type MenuProps } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SessionUser } from '../../shared/session.ts';
import { Avatar, initialsOf } from '../components/avatar.tsx';
import { MenuIcon } from '../components/menu-icon.tsx';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { isImpersonating } from '../session/impersonation.ts';
import { useMe } from '../session/me.ts';
import { setTheme, useThemeName } from '../theme/theme-store.ts';
import { ImpersonationBadge, useLeaveAccount } from './impersonation-banner.tsx';
import { useCanOpen } from './palette/screens.ts';
import { useCanFollowTutorial, useTutorialCalls } from './tutorial/tutorial-requests.ts';

type Item = NonNullable<MenuProps['items']>[number];

const THEME = 'theme';
/** Renders the menu inside the header, which does not scroll. In the body, it would scroll away from its button. */
const inHeader = (button: HTMLElement) => button.parentElement ?? document.body;

/** Returns the menu items that the user may use. The key of a link is its path. */
function useItems(): Item[] {
  const canOpen = useCanOpen();
  const canEnter = useAllowed('impersonation', 'enter');
  const canFollow = useCanFollowTutorial();
  const { begin } = useTutorialCalls();
  const { mutate: logout } = useLogout();
  const { isLeaving, leave } = useLeaveAccount();
  const other = useThemeName() === 'dark' ? 'light' : 'dark';
  const item = (key: string, icon: string, label: string, more: object = {}): Item => {
    return { key, icon: <MenuIcon name={icon} />, label, ...more };
  };
  const link = (path: string, icon: string, label: string): Item[] =>
    canOpen(path) ? [{ key: path, icon: <MenuIcon name={icon} />, label: <Link to={path}>{label}</Link> }] : [];
  const original = t(isLeaving ? 'layout.account.leaving' : 'layout.account.original');
  return [
    ...link('/preferences', 'settings', t('layout.account.preferences')),
    ...link('/plan', 'plans', t('layout.account.plan')),
    ...(canFollow ? [item('tutorial', 'tutorial', t('layout.account.tutorial'), { onClick: () => void begin() })] : []),
    item(THEME, other === 'light' ? 'sun' : 'moon', t(`layout.account.theme.${other}`), {
      onClick: () => setTheme(other),
    }),
    ...(isImpersonating()
      ? [item('leave', 'back', original, { disabled: isLeaving, onClick: leave })]
      : canEnter
        ? link('/admin/login', 'accounts', t('layout.account.manage'))
        : []),
    item('signOut', 'leave', t('layout.account.signOut'), { onClick: () => logout() }),
  ];
}

const Who = ({ me, isInside }: { me: SessionUser; isInside: boolean }) => (
  <>
    <Flex align="center" gap={12} className="account-who">
      <Avatar name={me.name} picture={me.avatar} size={40} />
      <div className="fill">
        <strong>{me.name}</strong>
        <div className="small-text">{me.email}</div>
      </div>
    </Flex>
    {isInside && <ImpersonationBadge />}
  </>
);

/** The account menu: shows who is signed in and contains preferences, plan, tutorial, theme and sign-out. */
export function AvatarMenu() {
  const { data: me } = useMe();
  const navigate = useNavigate();
  const items = useItems();
  const [isOpen, setIsOpen] = useState(false);
  const isInside = isImpersonating();
  const name = me?.name ?? '';
  // The label contains the visible initials, so that people who control the page by voice can say them.
  const label = t(isInside ? 'layout.account.labelInside' : 'layout.account.label', {
    name,
    initials: initialsOf(name),
  });
  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // The link handles clicks itself, but key presses reach only the menu item.
    if (domEvent.type === 'keydown' && key.startsWith('/')) void navigate(key);
    if (key !== THEME) setIsOpen(false);
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      getPopupContainer={inHeader}
      align={{ offset: [0, 10] }}
      open={isOpen}
      onOpenChange={(next, { source }) => source === 'trigger' && setIsOpen(next)}
      overlayClassName="account-panel"
      menu={{
        // A group rather than `popupRender`, with which antd does not move the focus into the menu.
        items: [{ key: 'who', type: 'group', label: me && <Who me={me} isInside={isInside} />, children: items }],
        onClick: choose,
        'aria-label': t('layout.account.menu'),
      }}
    >
      <Button
        type="text"
        shape="circle"
        className="avatar-button"
        data-inside={isInside}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
      >
        <Avatar name={name} picture={me?.avatar ?? null} />
        {isInside && (
          <span className="avatar-mark">
            <MenuIcon name="mask" size={10} />
          </span>
        )}
      </Button>
    </Dropdown>
  );
}
