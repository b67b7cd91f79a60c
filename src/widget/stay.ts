import type { WidgetAppearance } from '../shared/appearance.ts';
import { sideOf } from './sizes.ts';

const LOOK_MS = 2_000;
const BACK_MS = 100;

/**
 * The page may remove it. First at the end of `body`: only there does React 18 tolerate foreign elements when it
 * hydrates a whole document. At rest after `body`, out of reach of its transform and of dialogs that hide its siblings.
 * `isInUse`: moving would lose the focus. `renew`: the document was written anew, which removes all event listeners.
 */
export function stayOnPage(host: HTMLElement, isInUse: () => boolean, renew: () => void, signal: AbortSignal): void {
  const root = document.documentElement;
  let isAtRest = false;
  let returning: unknown;
  let returns = 0;
  const place = () => {
    returning = 0;
    if (signal.aborted) return;
    if (document.documentElement !== root) return renew();
    const parent = (!isAtRest && document.body) || root;
    parent.appendChild(host);
    watcher.observe(parent, { childList: true });
  };
  const watcher = new MutationObserver(() => {
    if (returning || host.isConnected) return;
    // Later and later, so that a page that removes the element each time is not kept busy.
    returning = setTimeout(place, BACK_MS * returns++);
  });
  const settle = () => {
    if (document.readyState === 'complete' && !isInUse()) {
      isAtRest = true;
      place();
    } else look();
  };
  const look = () => void setTimeout(whenIdle, LOOK_MS, settle);
  for (const node of [document, root]) watcher.observe(node, { childList: true });
  signal.onabort = () => {
    watcher.disconnect();
    host.parentNode?.removeChild(host);
  };
  place();
  look();
}

/** Safari does not have `requestIdleCallback`; Chromium may wait for minutes without a `timeout`. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 200);
}

/** There, fixed positions refer to the page's width. Sets `--pan-x` and `--pan-y`. */
export function stayInSight(host: HTMLElement, side: WidgetAppearance['side'], signal: AbortSignal): void {
  const view = window.visualViewport;
  const { block, inline } = sideOf(side);
  const follow = () => {
    const { offsetLeft, offsetTop, width, scale } = view!;
    // Someone who zooms in looks at the page.
    if (scale > 1.01) return;
    const isWide = innerWidth > document.documentElement.clientWidth + 40;
    const set = (name: string, px: number) => host.style.setProperty(name, `${isWide ? px : 0}px`);
    set('--pan-x', inline === 'left' ? offsetLeft : innerWidth - offsetLeft - width);
    // Not from the view's height, which is less while a keyboard is open.
    set('--pan-y', block === 'top' ? offsetTop : innerHeight - offsetTop - (width * innerHeight) / innerWidth);
  };
  if (view) follow();
  for (const name of ['resize', 'scroll']) view?.addEventListener(name, follow, { signal });
}
