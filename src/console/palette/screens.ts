import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Can } from '../../../access-control/can.ts';
import words from '../../../locales/pt-BR/palette.json';
import { resources } from '../../../resources/index.ts';
import { isGroup, menuOf } from '../layout/menu.ts';
import { loadCan } from '../providers/access.ts';
import { rememberedAsker, useMe } from '../session/me.ts';

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
  { path: '/choose-plan', word: 'choosePlan', icon: 'plans', ask: ['subscription', 'quote'] },
  { path: '/invoices', word: 'invoices', icon: 'audit', ask: ['invoices', 'list'] },
] as const;

/** Asks the policy for the signed-in person; everything is refused until it is known who that is. */
export function useMayDo(): (thing: string, act: string) => boolean {
  const me = useMe();
  const [can, setCan] = useState<Can>();
  useEffect(() => {
    loadCan().then(setCan, () => undefined);
  }, []);
  const asker = me.data ?? (me.isError ? rememberedAsker() : undefined);
  return useCallback(
    (thing, act) => can !== undefined && asker !== undefined && can.may(asker, thing, act),
    [can, asker],
  );
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
