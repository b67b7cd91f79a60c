import { createContext, useContext } from 'react';
import { matchRoutes } from 'react-router';
import type { Screen } from './screen.ts';

/** Returns the screens and all of their descendants in one flat list. */
export const withChildren = (list: readonly Screen[]): Screen[] =>
  list.flatMap((screen) => [screen, ...withChildren(screen.children ?? [])]);

/** Returns the table of screens, which tells what is at a path. */
export function screenTable(screens: readonly Screen[]) {
  const all = withChildren(screens);
  const routes = all.flatMap((screen) => (screen.path ? [{ path: screen.path, handle: screen }] : []));
  // The first of two screens with the same path counts, as in the router.
  const byPath = new Map(routes.toReversed().map(({ path, handle }) => [path, handle]));

  /** Returns the screen at a path, if any. */
  const screenAt = (pathname: string): Screen | undefined =>
    // matchRoutes ranks all routes at each call, and the palette asks for each of its actions.
    byPath.get(pathname) ?? matchRoutes(routes, pathname)?.at(-1)?.route.handle;

  function needsSession(pathname: string): boolean {
    const { frame } = screenAt(pathname) ?? { frame: 'public' };
    return frame === undefined || frame === 'workspace' || frame === 'bare';
  }

  /** Returns the locale key of the title of a path's screen: its own, or else that of the nearest parent path. */
  function labelAt(pathname: string): string | undefined {
    const screen = screenAt(pathname);
    if (screen?.label) return screen.label;
    if (screen?.belongsTo) return labelAt(screen.belongsTo);
    const above = pathname.slice(0, pathname.lastIndexOf('/'));
    return above === '' ? undefined : labelAt(above);
  }

  /** Returns the screen that leads to one without an entry in the menu, with the locale key of its title. */
  function above(path: string): { to: string; label: string } | undefined {
    const { menu, belongsTo } = screenAt(path) ?? {};
    const to = belongsTo ?? path.slice(0, path.lastIndexOf('/'));
    const label = screenAt(to) && labelAt(to);
    return menu === undefined && label ? { to, label } : undefined;
  }

  return { screens, all, screenAt, needsSession, labelAt, above };
}
export type ScreenTable = ReturnType<typeof screenTable>;

export const ScreenTableContext = createContext<ScreenTable>(screenTable([]));
export const useScreenTable = () => useContext(ScreenTableContext);
