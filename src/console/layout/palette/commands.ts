import { useLogout } from '@refinedev/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import messages from '../../../../locales/pt-BR/palette.json';
import type { LogoutParams } from '../../providers/auth.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { isImpersonating } from '../../session/impersonation.ts';
import { openGuide, openHelpChat } from '../../state/help-store.ts';
import { setTheme, useThemeName } from '../../theme/theme-store.ts';
import type { PaletteEntry } from './entry.ts';
import { useCanDo, useCanOpen, useScreens } from './screens.ts';

type ActionName = keyof typeof messages.actions;
const UPLOAD = '/knowledge-base/content/upload';

/** Actions that only open a screen. */
const LINKS: { name: ActionName; path: string; icon: string }[] = [
  { name: 'link', path: `${UPLOAD}?tab=link`, icon: 'link' },
  { name: 'file', path: `${UPLOAD}?tab=file`, icon: 'content' },
  { name: 'faq', path: `${UPLOAD}?tab=faq`, icon: 'chat' },
  { name: 'context', path: '/contexts/new', icon: 'contexts' },
  { name: 'word', path: '/knowledge-base/links/new', icon: 'link' },
  { name: 'invite', path: '/users/new', icon: 'users' },
];

/** Returns the entries that need no request: screens, actions, and the contexts to switch to. */
export function useCommands(): PaletteEntry[] {
  const can = useCanDo();
  const canOpen = useCanOpen();
  const screens = useScreens();
  const theme = useThemeName();
  const { contexts, current, select } = useCurrentContext();
  const navigate = useNavigate();
  const { mutate: logout } = useLogout<LogoutParams>();
  return useMemo(() => {
    const go = (path: string) => () => void navigate(path);
    const action = (name: ActionName, icon: string, run: () => void): PaletteEntry => ({
      id: `action:${name}`,
      group: 'action',
      icon,
      run,
      ...messages.actions[name],
    });
    const other = theme === 'dark' ? 'light' : 'dark';
    const actions: PaletteEntry[] = isImpersonating()
      ? [action('leave', 'back', () => logout({ leaveAccount: true }))]
      : can('impersonation', 'enter')
        ? [action('enter', 'accounts', go('/admin/login'))]
        : [];
    return [
      ...screens.map(({ path, label, icon, hint }): PaletteEntry => {
        return { id: `screen:${path}`, group: 'screen', label, icon, hint, run: go(path) };
      }),
      ...LINKS.filter(({ path }) => canOpen(path)).map(({ name, icon, path }) => action(name, icon, go(path))),
      action('guide', 'book', openGuide),
      action('help', 'chat', () => openHelpChat()),
      action(other, other === 'light' ? 'sun' : 'moon', () => setTheme(other)),
      ...actions,
      action('signOut', 'leave', () => logout()),
      ...(can('contexts', 'list') ? contexts : []).map(({ id, name }): PaletteEntry => {
        const hint = id === current?.id ? messages.here : undefined;
        return { id: `context:${id}`, group: 'context', label: name, icon: 'contexts', hint, run: () => select(id) };
      }),
    ];
  }, [can, canOpen, screens, theme, contexts, current, select, navigate, logout]);
}
