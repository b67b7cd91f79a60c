import type { WidgetAppearance } from '../shared/appearance.ts';
import type { MessageTerms } from '../shared/visitor-messages.ts';
import { forgetVisit, talkKept } from './forget-visit.ts';
import { drawFrame, type Frame } from './frame.ts';
import { knownVisitor } from './known-visitor.ts';
import type * as MessageForm from './message-form.ts';
import type * as Panel from './mount.ts';
import { pageEvents } from './page-events.ts';
import { stayInSight, stayOnPage, whenIdle } from './stay.ts';

/** Inserted by the server for `__PROSA_CONFIG__`, as a JSON literal. */
interface LoaderConfig {
  contextId: string;
  origin: string;
  appearance: WidgetAppearance;
  feedback: boolean;
  message: MessageTerms | null;
  talk: boolean;
  topics: string;
  hasContact: boolean;
  panel: string;
  form: string;
}
declare const __PROSA_CONFIG__: LoaderConfig;

/** `Prosa.open()`, or `Prosa('open')`, which also works before this script has run. */
interface PageCalls {
  open(): void;
  close(): void;
  ask(question: string): void;
  on: ReturnType<typeof pageEvents>['on'];
  off: ReturnType<typeof pageEvents>['off'];
  identify: ReturnType<typeof knownVisitor>['identify'];
  setContext: ReturnType<typeof knownVisitor>['setContext'];
  reset(): void;
  /** `open` and `ask` still work. */
  hide(): void;
  show(): void;
  destroy(): void;
}

/** `q`: the calls made before this script ran. */
type PageApi = PageCalls & { q?: ArrayLike<unknown>[]; contextId: string };
const page = window as unknown as { Prosa?: Partial<PageApi> };

/** Longer questions are refused by the server. */
const LONGEST_QUESTION = 2_000;

function start({ contextId, appearance, panel, form, ...offers }: LoaderConfig, origin: string): PageCalls {
  let mounted: Panel.Mounted | undefined;
  let drawn: Frame | undefined;
  let leaving: AbortController | undefined;
  let isOpen = false;
  let isHidden = false;
  let isGone = false;
  let opening: Promise<void> | undefined;
  const events = pageEvents();
  const visitor = knownVisitor(`${origin}/api/widgets/${contextId}/identify`);
  const load = loading<typeof Panel>(origin + panel);
  const warm = () => void load().catch(() => undefined);

  const setOpen = (next: boolean) => {
    isOpen = next;
    drawn?.launcher().setOpen(next);
  };
  const giveFocusBack = () => {
    const hadFocus = drawn?.hasFocus();
    setOpen(false);
    if (hadFocus) drawn?.launcher().element.focus();
    events.emit('closed');
  };
  const show = async () => {
    const { launcher, say, slot } = frame();
    setOpen(true);
    launcher().setBusy(true);
    say('');
    try {
      const { mount } = await load();
      if (!isOpen) return;
      mounted ??= mount({
        into: slot(),
        api: `${origin}/api`,
        contextId,
        appearance,
        layout: 'floating',
        remember: true,
        ...offers,
        form: loading<typeof MessageForm>(origin + form),
        about: visitor.about,
        on: ({ event, detail }) => events.emit(event, detail),
        onClose: giveFocusBack,
      });
      mounted.open();
      events.emit('opened');
    } catch {
      setOpen(false);
      say(appearance.messages.error);
      setTimeout(say, 6_000, '');
    } finally {
      launcher().setBusy(false);
    }
  };
  const open = () => (isOpen || isGone ? opening : (opening = show()));
  const close = () => {
    setOpen(false);
    mounted?.close();
  };

  const watchPage = (host: HTMLElement, signal: AbortSignal) => {
    const listen = { capture: true, signal };
    // Other scripts must not see that the focus is in the chat: those of a dialog would move it back to the dialog.
    addEventListener('focusin', (event) => event.target === host && event.stopImmediatePropagation(), listen);
    addEventListener(
      'securitypolicyviolation',
      ({ blockedURI, effectiveDirective }) => {
        if (blockedURI.indexOf(origin) === 0) console.error(`Prosa: falta ${origin} em ${effectiveDirective} (CSP)`);
      },
      listen,
    );
  };
  const draw = () => {
    const made = drawFrame(appearance, origin, () => (isOpen ? close() : void open()));
    const { element: button } = made.launcher();
    button.hidden = isHidden;
    for (const name of ['pointerenter', 'focus', 'touchstart']) button.addEventListener(name, warm, { passive: true });
    const { signal } = (leaving = new AbortController());
    stayInSight(made.host, appearance.side, signal);
    stayOnPage(made.host, () => isOpen || document.activeElement === made.host, renew, signal);
    watchPage(made.host, signal);
    whenIdle(made.complete);
    return made;
  };
  const leavePage = () => {
    close();
    mounted?.destroy();
    leaving?.abort();
    mounted = drawn = undefined;
  };
  const frame = () => (drawn ??= draw());
  const setHidden = (next: boolean) => {
    isHidden = next;
    if (drawn) drawn.launcher().element.hidden = next;
  };
  const renew = () => {
    const redraw = isOpen ? open : frame;
    leavePage();
    void redraw();
  };
  const begin = () => isGone || (talkKept(contextId) ? open : frame)();
  // Waits for the page's own work, so that the launcher does not delay it, and for all of `body`.
  setTimeout(() => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else begin();
  });
  return {
    open: () => void open(),
    close,
    ask(question) {
      const cleanQuestion = String(question).trim().slice(0, LONGEST_QUESTION);
      if (cleanQuestion) void open()?.then(() => mounted?.ask(cleanQuestion));
    },
    on: events.on,
    off: events.off,
    identify: visitor.identify,
    setContext: visitor.setContext,
    reset() {
      visitor.forget();
      close();
      mounted?.destroy();
      mounted = undefined;
      forgetVisit(contextId);
    },
    hide() {
      close();
      setHidden(true);
    },
    show: () => setHidden(false),
    destroy() {
      isGone = true;
      leavePage();
      page.Prosa = undefined;
    },
  };
}

/**
 * Also makes the calls that are waiting. Plain loops, because host pages may patch `Object.assign` and `Array.from`.
 */
function offer(calls: PageCalls, contextId: string): void {
  const waiting = page.Prosa?.q ?? [];
  const names = Object.keys(calls);
  const byName = calls as unknown as Record<string, (...rest: unknown[]) => unknown>;
  // Only own properties are calls: `Prosa('constructor')` is not one.
  const api = ((name: string, ...rest: unknown[]) =>
    names.indexOf(name) < 0 ? undefined : byName[name]!(...rest)) as unknown as typeof byName;
  for (const name of names) api[name] = byName[name]!;
  page.Prosa = api as unknown as PageApi;
  api.contextId = contextId as never;
  for (let at = 0; at < waiting.length; at++) {
    const call: unknown[] = [];
    for (let part = 0; part < waiting[at]!.length; part++) call.push(waiting[at]![part]);
    try {
      (api as unknown as (...call: unknown[]) => void)(...call);
    } catch (error) {
      console.error(error);
    }
  }
}

function loading<T>(address: string): () => Promise<T> {
  let module: Promise<T> | undefined;
  let tries = 0;
  // Browsers may cache a failed import, so each retry uses another address.
  return () =>
    (module ??= import(/* @vite-ignore */ address + (tries++ ? `?${tries}` : '')).catch((error) => {
      module = undefined;
      throw error;
    }));
}

/** A module has no `currentScript`, and a site may serve a copy of its own. */
function originOf({ contextId, origin }: LoaderConfig): string {
  const src = (document.currentScript as HTMLScriptElement | null)?.src ?? '';
  const at = src.indexOf(`/w/${contextId}.js`);
  return at > 0 ? src.slice(0, at) : origin;
}

function begin(config: LoaderConfig): void {
  const { open, contextId = config.contextId } = page.Prosa ?? {};
  if (typeof open !== 'function') offer(start(config, originOf(config)), contextId);
  else if (contextId !== config.contextId) {
    console.error(`Prosa: a página já tem um assistente: ${contextId}`);
  }
}

begin(__PROSA_CONFIG__);
