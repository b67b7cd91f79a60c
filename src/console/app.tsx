import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { doorAt } from './door/door-routes.tsx';
import { DoorContext, type Go } from './door/go.tsx';
import { isWorkspace, loginAddress, returnPlace } from './door/places.ts';
import { CrashNotice } from './layout/crash-notice.tsx';
import { Splash } from './layout/mark.tsx';
import { Toasts } from './layout/toasts.tsx';
import { isImpersonating } from './session/impersonation.ts';
import { accessToken, endedBy, hasSession, watchSession } from './session/store.ts';
import { holderOf } from './session/token.ts';

type Workspace = ComponentType<{ onMove: () => void }>;
let workspace: Workspace | undefined;

/**
 * The program behind the sign-in, its first screen begun. Not by React's `lazy`, which throws to wait: each error has the browser look for the
 * place of it, and read the program once more for that.
 */
export async function loadWorkspace(): Promise<Workspace> {
  const { Workspace, openAhead } = await import('./workspace.tsx');
  await openAhead();
  return (workspace = Workspace);
}

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

/** The program behind the sign-in once it is wanted and here; `hasFailed` when it does not come. */
function useWorkspace(isWanted: boolean): { Workspace?: Workspace; hasFailed: boolean } {
  const [state, setState] = useState<{ Workspace?: Workspace; hasFailed: boolean }>(() => ({
    ...{ Workspace: workspace, hasFailed: false },
  }));
  useEffect(() => {
    if (!isWanted || state.Workspace || state.hasFailed) return;
    let isGone = false;
    loadWorkspace().then(
      (Workspace) => isGone || setState({ Workspace, hasFailed: false }),
      () => isGone || setState({ hasFailed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, state]);
  return state;
}

/** Whether the page's address, as it is opened, is of the program behind the sign-in. */
export const beginsInside = () => hasSession() && isWorkspace(window.location.pathname);

/** The workspace draws its own: it knows more of the account, and has its words already. */
const PublicBanner = lazy(async () => {
  const [{ ImpersonationNotice }, { loadWords }] = await Promise.all([
    import('./layout/impersonation-banner.tsx'),
    import('./providers/i18n.ts'),
  ]);
  await loadWords('layout');
  return { default: ImpersonationNotice };
});

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
  const { Workspace, hasFailed } = useWorkspace(isInside);
  const Door = (doorAt(pathname) ?? doorAt('/404'))?.Page ?? Splash;
  const inside = Workspace ? <Workspace key={key} onMove={follow} /> : hasFailed ? <CrashNotice /> : <Splash />;
  return (
    <DoorContext value={go}>
      {isSignedIn && !isInside && isImpersonating() && (
        <Suspense fallback={null}>
          <PublicBanner />
        </Suspense>
      )}
      <Suspense fallback={<Splash />}>{instead !== null ? <Splash /> : isInside ? inside : <Door />}</Suspense>
      <Toasts />
    </DoorContext>
  );
}
