import { useCallback, useMemo } from 'react';
import { t } from '../../providers/i18n.ts';
import { useAsk } from '../../providers/policy.tsx';
import { useScreenTable } from '../../providers/screens.ts';
import { isGroup } from '../menu.ts';
import { useMenuEntries } from '../use-menu.ts';

/** A screen that the user may open. `hint` is the name of its menu group. */
interface OpenableScreen {
  path: string;
  label: string;
  icon: string;
  hint?: string;
}

/** Returns a function that tells whether the policy allows an action. False until the permissions are known. */
export function useCanDo(): (resource: string, action: string) => boolean {
  const ask = useAsk();
  return useCallback((resource, action) => ask?.(resource, action).can ?? false, [ask]);
}

/** Returns the screens that the user may open: those of the menu in its order, then the others of the palette. */
export function useScreens(): OpenableScreen[] {
  const can = useCanDo();
  const entries = useMenuEntries();
  const { all } = useScreenTable();
  return useMemo(() => {
    const menu = entries.flatMap((entry): OpenableScreen[] => {
      if (!isGroup(entry)) return [{ path: entry.path, label: t(entry.label), icon: entry.icon }];
      return entry.children.map(({ path, label, icon }) => ({ path, label: t(label), icon, hint: t(entry.label) }));
    });
    const more = all.flatMap(({ path, label, icon, permission, isInPalette }): OpenableScreen[] => {
      const isOffered = isInPalette && path && label && (!permission || can(...permission));
      return isOffered ? [{ path, icon: icon ?? '', label: t(label) }] : [];
    });
    return [...menu, ...more];
  }, [can, entries, all]);
}

export function useCanOpen(): (path: string) => boolean {
  const can = useCanDo();
  const { screenAt } = useScreenTable();
  return useCallback(
    (path) => {
      const { permission } = screenAt(path.split('?')[0] as string) ?? {};
      return permission === undefined || can(...permission);
    },
    [can, screenAt],
  );
}
