import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { doorAt } from './door/door-routes.tsx';
import { DoorContext, type Go } from './door/go.tsx';
import { Splash } from './layout/mark.tsx';
import { isWorkspace, loginAddress, returnPlace } from './door/places.ts';
import { Toasts } from './layout/toasts.tsx';
import { accessToken, endedBy, hasSession, watchSession } from './session/store.ts';
import { holderOf } from './session/token.ts';

const Workspace = lazy(() => import('./workspace.tsx').then((module) => ({ default: module.Workspace })));

let holder = holderOf(accessToken());
// A session put straight in the place of another (an account entered or left in another tab) begins at the first page:
// the address before was of the other's things.
watchSession(() => {
  const before = holder;
  holder = holderOf(accessToken());
  const isReplaced = before !== '' && holder !== '' && before !== holder;
  if (isReplaced && isWorkspace(window.location.pathname)) window.history.replaceState(null, '', '/');
});

const here = () => window.location.pathname + window.location.search;

/** The address of the page and the way to another; the workspace's router reports its moves by `follow`. */
function usePlace(): { place: string; go: Go; follow: () => void } {
  const [place, setPlace] = useState(here);
  const follow = useCallback(() => setPlace(here()), []);
  const go = useCallback<Go>(
    (to, how) => {
      window.history[how?.replace ? 'replaceState' : 'pushState'](null, '', to);
      window.scrollTo(0, 0);
      follow();
    },
    [follow],
  );
  useEffect(() => {
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [follow]);
  return { place, go, follow };
}

/** Where one should be instead of `place`; null when one may stay. */
function elsewhere(place: string, isSignedIn: boolean): string | null {
  const { pathname, search } = new URL(place, window.location.origin);
  const door = doorAt(pathname);
  if (isSignedIn) return door?.forGuests ? returnPlace(search) : null;
  if (door || !isWorkspace(pathname)) return null;
  return endedBy() === 'logout' ? '/login' : loginAddress(place);
}

/** Chooses between the pages before the sign-in and the workspace, which is another program's worth of bytes. */
export function App() {
  const { place, go, follow } = usePlace();
  const isSignedIn = useSyncExternalStore(watchSession, hasSession);
  const key = useSyncExternalStore(watchSession, () => holderOf(accessToken()));
  const instead = elsewhere(place, isSignedIn);
  useEffect(() => {
    if (instead !== null) go(instead, { replace: true });
  }, [instead, go]);
  const pathname = place.split('?')[0] ?? '/';
  const isInside = isSignedIn && isWorkspace(pathname);
  const Door = (doorAt(pathname) ?? doorAt('/404'))?.Page ?? Splash;
  return (
    <DoorContext value={go}>
      <Suspense fallback={<Splash />}>
        {instead !== null ? <Splash /> : isInside ? <Workspace key={key} onMove={follow} /> : <Door />}
      </Suspense>
      <Toasts />
    </DoorContext>
  );
}
