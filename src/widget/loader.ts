import type { WidgetAppearance } from '../shared/appearance.ts';
import { drawFrame, type Frame } from './frame.ts';
import type * as Panel from './mount.ts';

/** Configuration that the server inserts for `__PROSA_CONFIG__`, as a JSON literal. */
interface LoaderConfig {
  contextId: string;
  appearance: WidgetAppearance;
  /** Whether to ask visitors to rate the answers. */
  feedback: boolean;
  /** The path of the panel's module on our host. */
  panel: string;
}
declare const __PROSA_CONFIG__: LoaderConfig;

/** The global object that the page gets. */
interface PageCalls {
  open(): void;
  close(): void;
}

const page = window as unknown as { Prosa?: Partial<PageCalls> };

function start({ contextId, appearance, feedback, panel }: LoaderConfig, origin: string): PageCalls {
  let module: Promise<typeof Panel> | undefined;
  let tries = 0;
  let mounted: Panel.Mounted | undefined;
  let drawn: Frame | undefined;
  let isOpen = false;

  // Browsers may cache a failed import, so each retry uses another address.
  const load = () =>
    (module ??= import(/* @vite-ignore */ origin + panel + (tries++ ? `?${tries}` : '')).catch((error) => {
      module = undefined;
      throw error;
    }));
  const warm = () => void load().catch(() => undefined);

  const setOpen = (next: boolean) => {
    isOpen = next;
    frame().launcher().setOpen(next);
  };
  const giveFocusBack = () => {
    const hadFocus = frame().hasFocus();
    setOpen(false);
    if (hadFocus) frame().launcher().element.focus();
  };
  const open = async () => {
    if (isOpen) return;
    setOpen(true);
    frame().launcher().setBusy(true);
    frame().say('');
    try {
      const { mount } = await load();
      mounted ??= mount({
        into: frame().slot(),
        api: `${origin}/api`,
        contextId,
        appearance,
        layout: 'floating',
        remember: true,
        feedback,
        onClose: giveFocusBack,
      });
      if (isOpen) mounted?.open();
    } catch {
      setOpen(false);
      frame().say(appearance.messages.error);
      setTimeout(() => frame().say(''), 6_000);
    }
    frame().launcher().setBusy(false);
  };
  const close = () => {
    setOpen(false);
    mounted?.close();
  };

  const draw = () => {
    const made = drawFrame(appearance, origin, () => (isOpen ? close() : void open()));
    const { element: button } = made.launcher();
    for (const name of ['pointerenter', 'focus', 'touchstart']) button.addEventListener(name, warm, { passive: true });
    // Outside of `body`: a transform on `body` would move the launcher.
    document.documentElement.appendChild(made.host);
    // Safari does not have `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(made.complete);
    else setTimeout(made.complete, 200);
    return made;
  };
  const frame = () => (drawn ??= draw());
  // After the page's own work, so that the launcher does not delay it.
  setTimeout(frame);
  return { open: () => void open(), close };
}

/**
 * Returns the origin of this script. Searches the page when a tag manager runs it as a module, which has no
 * `currentScript`.
 */
function originOf(contextId: string): string {
  const script = (document.currentScript ??
    document.querySelector(`script[src*="/w/${contextId}.js"]`)) as HTMLScriptElement;
  return /^\w+:\/\/[^/]+/.exec(script.src)![0];
}

function begin(config: LoaderConfig): void {
  if (typeof page.Prosa?.open !== 'function') page.Prosa = start(config, originOf(config.contextId));
}

begin(__PROSA_CONFIG__);
