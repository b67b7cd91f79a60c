import type { WidgetAppearance } from '../shared/appearance.ts';
import type { MessageTerms } from '../shared/visitor-messages.ts';
import { forgetVisit } from './forget-visit.ts';
import { drawFrame, type Frame } from './frame.ts';
import { knownVisitor } from './known-visitor.ts';
import type * as MessageForm from './message-form.ts';
import type * as Panel from './mount.ts';
import { pageEvents } from './page-events.ts';

/** Configuration that the server inserts for `__PROSA_CONFIG__`, as a JSON literal. */
interface LoaderConfig {
  contextId: string;
  appearance: WidgetAppearance;
  /** Whether to ask visitors to rate the answers. */
  feedback: boolean;
  /** What visitors agree to before they leave a message; null if they cannot. */
  message: MessageTerms | null;
  /** The paths of the panel's module, and of its form to leave a message, on our host. */
  panel: string;
  form: string;
}
declare const __PROSA_CONFIG__: LoaderConfig;

/** What a page may call: `Prosa.open()`, or `Prosa('open')`, which also works before this script has run. */
interface PageCalls {
  open(): void;
  close(): void;
  ask(question: string): void;
  on: ReturnType<typeof pageEvents>['on'];
  off: ReturnType<typeof pageEvents>['off'];
  identify: ReturnType<typeof knownVisitor>['identify'];
  setContext: ReturnType<typeof knownVisitor>['setContext'];
  /** Forgets the visitor on this device. */
  reset(): void;
}

/** `q`: the calls made before this script ran. */
type PageApi = PageCalls & { q?: ArrayLike<unknown>[] };
const page = window as unknown as { Prosa?: Partial<PageApi> };

/** Longer questions are refused by the server. */
const LONGEST_QUESTION = 2_000;

function start({ contextId, appearance, feedback, message, panel, form }: LoaderConfig, origin: string): PageCalls {
  let mounted: Panel.Mounted | undefined;
  let drawn: Frame | undefined;
  let isOpen = false;
  let opening: Promise<void> | undefined;
  const events = pageEvents();
  const visitor = knownVisitor(`${origin}/api/widgets/${contextId}/identify`);
  const load = loading<typeof Panel>(origin + panel);
  const warm = () => void load().catch(() => undefined);

  const setOpen = (next: boolean) => {
    isOpen = next;
    frame().launcher().setOpen(next);
  };
  const giveFocusBack = () => {
    const hadFocus = frame().hasFocus();
    setOpen(false);
    if (hadFocus) frame().launcher().element.focus();
    events.emit('closed');
  };
  const show = async () => {
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
        message,
        form: loading<typeof MessageForm>(origin + form),
        about: visitor.about,
        on: ({ event, detail }) => events.emit(event, detail),
        onClose: giveFocusBack,
      });
      if (isOpen) {
        mounted.open();
        events.emit('opened');
      }
    } catch {
      setOpen(false);
      frame().say(appearance.messages.error);
      setTimeout(() => frame().say(''), 6_000);
    }
    frame().launcher().setBusy(false);
  };
  const open = () => (isOpen ? opening : (opening = show()));
  const close = () => {
    setOpen(false);
    mounted?.close();
  };

  const draw = () => {
    const made = drawFrame(appearance, origin, () => (isOpen ? close() : void open()));
    const { element: button } = made.launcher();
    for (const name of ['pointerenter', 'focus', 'touchstart']) button.addEventListener(name, warm, { passive: true });
    // Not inside `body`, because a transform on `body` would move the launcher.
    document.documentElement.appendChild(made.host);
    // Safari does not have `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(made.complete);
    else setTimeout(made.complete, 200);
    return made;
  };
  const frame = () => (drawn ??= draw());
  // Waits for the page's own work, so that the launcher does not delay it.
  setTimeout(frame);
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
  };
}

/**
 * Gives the page its function, with the same calls as properties, and makes the calls that are waiting. Plain loops,
 * because host pages may patch `Object.assign` and `Array.from`.
 */
function offer(calls: PageCalls): void {
  const waiting = page.Prosa?.q ?? [];
  const names = Object.keys(calls);
  const byName = calls as unknown as Record<string, (...rest: unknown[]) => unknown>;
  // Only own properties are calls: `Prosa('constructor')` is not one.
  const api = ((name: string, ...rest: unknown[]) =>
    names.indexOf(name) < 0 ? undefined : byName[name]!(...rest)) as unknown as typeof byName;
  for (const name of names) api[name] = byName[name]!;
  page.Prosa = api as unknown as PageApi;
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

/** Returns a function that imports a module once. */
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
  if (typeof page.Prosa?.open !== 'function') offer(start(config, originOf(config.contextId)));
}

begin(__PROSA_CONFIG__);
