import { matchRoutes } from 'react-router';
import type { Screen } from './screen.ts';
import { screens } from './screens.tsx';

/** Screens with those that they hold or have drawn over them. */
export const withChildren = (list: readonly Screen[]): Screen[] =>
  list.flatMap((screen) => [screen, ...withChildren(screen.children ?? [])]);

const routes = withChildren(screens).flatMap((screen) => (screen.path ? [{ path: screen.path, handle: screen }] : []));

/** The screen at an address; undefined where there is none. */
export const screenAt = (pathname: string): Screen | undefined => matchRoutes(routes, pathname)?.at(-1)?.route.handle;

/** Whether only the signed-in see what is at an address. */
export function needsSession(pathname: string): boolean {
  const { frame } = screenAt(pathname) ?? { frame: 'public' };
  return frame === undefined || frame === 'workspace' || frame === 'bare';
}

/** The key of the name of what is at an address: the screen's own, else that of the one it lies under. */
export function labelAt(pathname: string): string | undefined {
  const screen = screenAt(pathname);
  if (screen?.label) return screen.label;
  if (screen?.belongsTo) return labelAt(screen.belongsTo);
  const above = pathname.slice(0, pathname.lastIndexOf('/'));
  return above === '' ? undefined : labelAt(above);
}
