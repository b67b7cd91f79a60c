import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import words from '../../../locales/pt-BR/palette.json';
import { openGuide, openTalk } from '../help/help-store.ts';
import { showFailure } from '../providers/failure.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { beginAnew, isImpersonating, leaveAccount } from '../session/impersonation.ts';
import { signOut } from '../session/sign-in.ts';
import { setTheme, useThemeName } from '../theme/theme-store.ts';
import type { Entry } from './entry.ts';
import { useMayDo, useMayOpen, useScreens } from './screens.ts';

type ActionName = keyof typeof words.actions;
const UPLOAD = '/knowledge-base/content/upload';

/** Actions that are a place to go to. */
const PLACES: { name: ActionName; path: string; icon: string }[] = [
  { name: 'link', path: `${UPLOAD}?tab=link`, icon: 'link' },
  { name: 'file', path: `${UPLOAD}?tab=file`, icon: 'content' },
  { name: 'faq', path: `${UPLOAD}?tab=faq`, icon: 'chat' },
  { name: 'context', path: '/contexts/new', icon: 'contexts' },
  { name: 'word', path: '/knowledge-base/links/new', icon: 'link' },
  { name: 'invite', path: '/users/new', icon: 'users' },
];

async function leave(): Promise<void> {
  try {
    await leaveAccount();
    beginAnew();
  } catch (failure) {
    void showFailure(failure);
  }
}

/** Everything that is known without asking the server: screens, actions, and the contexts to switch to. */
export function useCommands(): Entry[] {
  const may = useMayDo();
  const mayOpen = useMayOpen();
  const screens = useScreens();
  const theme = useThemeName();
  const { contexts, current, select } = useCurrentContext();
  const navigate = useNavigate();
  return useMemo(() => {
    const go = (path: string) => () => void navigate(path);
    const action = (name: ActionName, icon: string, run: () => void): Entry => ({
      ...{ id: `action:${name}`, group: 'action', icon, run, ...words.actions[name] },
    });
    const other = theme === 'dark' ? 'light' : 'dark';
    const ways: Entry[] = isImpersonating()
      ? [action('leave', 'back', () => void leave())]
      : may('impersonation', 'enter')
        ? [action('enter', 'accounts', go('/admin/login'))]
        : [];
    return [
      ...screens.map(({ path, label, icon, hint }): Entry => {
        return { id: `screen:${path}`, group: 'screen', label, icon, hint, run: go(path) };
      }),
      ...PLACES.filter(({ path }) => mayOpen(path)).map(({ name, icon, path }) => action(name, icon, go(path))),
      action('guide', 'book', openGuide),
      action('help', 'chat', () => openTalk()),
      action(other, other === 'light' ? 'sun' : 'moon', () => setTheme(other)),
      ...ways,
      action('signOut', 'leave', signOut),
      ...(may('contexts', 'list') ? contexts : []).map(({ id, name }): Entry => {
        const hint = id === current?.id ? words.here : undefined;
        return { id: `context:${id}`, group: 'context', label: name, icon: 'contexts', hint, run: () => select(id) };
      }),
    ];
  }, [may, mayOpen, screens, theme, contexts, current, select, navigate]);
}
