import type { WidgetAppearance } from '../shared/appearance.ts';
import { element, shadowOf, styleSheet } from './element.ts';
import launcherStyles from './launcher.css?inline';
import { drawLauncher, launcherRule } from './launcher.ts';
import type * as Panel from './panel.ts';

/** What the server writes in place of the name `__PROSA_CONFIG__`, as a JSON literal. */
export interface LoaderConfig {
  contextId: string;
  appearance: WidgetAppearance;
  /** The address of the panel's module on our host. */
  panel: string;
}
declare const __PROSA_CONFIG__: LoaderConfig;

/** The one name that a page gets. */
interface PageCalls {
  open(): void;
  close(): void;
}

const page = window as unknown as { Prosa?: Partial<PageCalls> };

function start({ contextId, appearance, panel }: LoaderConfig, origin: string): PageCalls {
  let module: Promise<typeof Panel> | undefined;
  let tries = 0;
  let mounted: Panel.Mounted | undefined;
  let isOpen = false;

  // A browser may remember that an address failed: another try asks for another one.
  const load = () =>
    (module ??= import(/* @vite-ignore */ origin + panel + (tries++ ? `?${tries}` : '')).catch((error) => {
      module = undefined;
      throw error;
    }));
  const warm = () => void load().catch(() => undefined);

  const setOpen = (next: boolean) => {
    isOpen = next;
    launcher.setOpen(next);
  };
  const giveFocusBack = () => {
    const hadFocus = shadow.activeElement === slot;
    setOpen(false);
    if (hadFocus) launcher.element.focus();
  };
  const open = async () => {
    if (isOpen) return;
    setOpen(true);
    launcher.setBusy(true);
    said.textContent = '';
    try {
      const { mount } = await load();
      mounted ??= mount({
        into: slot,
        api: `${origin}/api`,
        contextId,
        appearance,
        layout: 'floating',
        remember: true,
        onClose: giveFocusBack,
      });
      if (isOpen) mounted?.open();
    } catch {
      setOpen(false);
      said.textContent = appearance.messages.error;
      setTimeout(() => (said.textContent = ''), 6_000);
    }
    launcher.setBusy(false);
  };
  const close = () => {
    setOpen(false);
    mounted?.close();
  };

  const host = element('prosa-chat' as 'div');
  const slot = element('div');
  const said = element('div', { class: 'said', role: 'status' });
  const shadow = shadowOf(host, [styleSheet(launcherStyles + launcherRule(appearance))]);
  const launcher = drawLauncher(appearance, () => (isOpen ? close() : void open()));
  for (const name of ['pointerenter', 'focus', 'touchstart']) {
    launcher.element.addEventListener(name, warm, { passive: true });
  }
  for (const part of [launcher.element, said, slot]) shadow.appendChild(part);
  // Outside of body: a page that transforms its body would move the launcher along with it.
  document.documentElement.appendChild(host);
  return { open: () => void open(), close };
}

/** Where this script came from; a tag manager may run it as a module, which has no current script. */
function originOf(contextId: string): string {
  const script = (document.currentScript ??
    document.querySelector(`script[src*="/w/${contextId}.js"]`)) as HTMLScriptElement;
  return new URL(script.src).origin;
}

function begin(config: LoaderConfig): void {
  if (typeof page.Prosa?.open !== 'function') page.Prosa = start(config, originOf(config.contextId));
}

begin(__PROSA_CONFIG__);
