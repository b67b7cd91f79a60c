import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import words from '../../../locales/pt-BR/palette.json';
import { resources } from '../../../resources/index.ts';
import { isGroup, menuOf } from '../layout/menu.ts';
import { useAsk } from '../providers/policy.tsx';

/** A screen that one may be led to. `hint` names the group of the menu that it lies in. */
export interface Screen {
  path: string;
  label: string;
  icon: string;
  hint?: string;
}

/** Screens that the menu does not name. */
const MORE = [
  { path: '/knowledge-base/content/upload', word: 'upload', icon: 'content', ask: ['contents', 'create'] },
  { path: '/preferences', word: 'preferences', icon: 'settings', ask: ['profile', 'show'] },
  { path: '/plan', word: 'plan', icon: 'plans', ask: ['subscription', 'show'] },
  { path: '/choose-plan', word: 'choosePlan', icon: 'plans', ask: ['subscription', 'change'] },
  { path: '/invoices', word: 'invoices', icon: 'audit', ask: ['invoices', 'list'] },
] as const;

/** Asks the policy for the signed-in person; everything is refused until it is known who that is. */
export function useMayDo(): (thing: string, act: string) => boolean {
  const ask = useAsk();
  return useCallback((thing, act) => ask?.(thing, act).can ?? false, [ask]);
}

/** The screens that the signed-in person may see, in the menu's order. */
export function useScreens(): Screen[] {
  const { t } = useTranslation();
  const may = useMayDo();
  return useMemo(() => {
    const menu = menuOf(resources, may).flatMap((entry): Screen[] => {
      if (!isGroup(entry)) return [{ path: entry.path, label: t(entry.label), icon: entry.icon }];
      return entry.children.map(({ path, label, icon }) => ({ path, label: t(label), icon, hint: t(entry.label) }));
    });
    const known = new Set(menu.map(({ path }) => path));
    const more = MORE.filter(({ path, ask: [thing, act] }) => !known.has(path) && may(thing, act));
    return [...menu, ...more.map(({ path, word, icon }) => ({ path, icon, label: words.screens[word] }))];
  }, [t, may]);
}
