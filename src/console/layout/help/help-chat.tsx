import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import messages from '../../../../locales/pt-BR/help.json';
import type { WidgetAppearance } from '../../../shared/appearance.ts';
import { HELP_CONTEXT_ID, STAFF_HELP_CONTEXT_ID } from '../../../shared/help.ts';
import type { Mounted } from '../../../widget/panel.ts';
import { useMe } from '../../session/me.ts';
import { useThemeName } from '../../theme/theme-store.ts';
import { palettes, type ThemeName } from '../../theme/tokens.ts';
import { NoChat } from './help-box.tsx';
import { setMissing, useHelp } from './help-store.ts';

type HelpState = 'loading' | 'failed' | 'missing' | 'open';

/** Returns the assistant's appearance in the console's colours. */
function withConsoleColors(appearance: WidgetAppearance, theme: ThemeName): WidgetAppearance {
  const { primary, onPrimary, raised, text, line, hover, primarySoft } = palettes[theme];
  const botBubble = theme === 'dark' ? line : hover;
  const colors = { primary, onPrimary, ground: raised, text, botBubble, userBubble: primarySoft, onUserBubble: text };
  return { ...appearance, radius: 12, colors };
}

/** Returns the appearance of our help assistant, or null when the server has none. The route needs no session. */
async function readAppearance(contextId: string, signal: AbortSignal): Promise<WidgetAppearance | null> {
  const shown = await fetch(`/api/widgets/${contextId}`, { headers: { Accept: 'application/json' }, signal });
  if (shown.status === 404) return null;
  if (!shown.ok) throw new Error(`The help answered ${shown.status}`);
  return ((await shown.json()) as { appearance: WidgetAppearance }).appearance;
}

/** The help chat below the header. It is the widget's panel, connected to our own assistant. */
export function HelpChat({ isOpen, isPhone, close }: { isOpen: boolean; isPhone: boolean; close: () => void }) {
  const { t } = useTranslation();
  const { state, host, again } = usePanel(isOpen, close);
  const frame = useRef<HTMLDivElement>(null);
  const follow = useFollow(isPhone && isOpen ? close : undefined);
  useEffect(() => {
    if (isPhone && isOpen) frame.current?.focus();
  }, [isPhone, isOpen]);
  useEffect(() => () => setMissing(state === 'missing'), [state]);
  // The panel stops the propagation of keys, so this handler runs in the capture phase.
  const onKey = (event: KeyboardEvent) => {
    const isCardOpen = host.current?.shadowRoot?.querySelector('.card:not([hidden])');
    if (event.key !== 'Escape' || isCardOpen) return;
    event.stopPropagation();
    close();
  };
  if (state === 'failed') return isOpen && <NoChat again={again} close={close} />;
  if (state === 'missing') return isOpen && <NoChat text={messages.missing} close={close} />;
  return (
    <div
      ref={frame}
      className="help-talk floating"
      hidden={!isOpen}
      role="dialog"
      aria-label={t('layout.help.panel')}
      aria-busy={state === 'loading'}
      tabIndex={-1}
      onKeyDownCapture={onKey}
      onClickCapture={follow}
    >
      {state === 'loading' && <p className="help-opening">{messages.opening}…</p>}
      <div className="help-host" ref={host} />
    </div>
  );
}

/** Loads and mounts the widget's panel, sends it the user's last question, and updates its colours with the theme. */
function usePanel(isOpen: boolean, close: () => void) {
  const me = useMe();
  const contextId = me.data?.role.startsWith('WM_') ? STAFF_HELP_CONTEXT_ID : HELP_CONTEXT_ID;
  const { question, asked } = useHelp();
  const theme = useThemeName();
  const [state, setState] = useState<HelpState>('loading');
  const [attempts, setAttempts] = useState(0);
  const host = useRef<HTMLDivElement>(null);
  const panel = useRef<{ mounted: Mounted; appearance: WidgetAppearance }>(undefined);
  const now = useRef({ close, theme, question, asked });
  const announced = useRef(0);
  useEffect(() => {
    now.current = { close, theme, question, asked };
  });
  useEffect(() => {
    const ending = new AbortController();
    const open = async () => {
      const [appearance, { mount }] = await Promise.all([
        readAppearance(contextId, ending.signal),
        import('../../../widget/panel.ts'),
      ]);
      if (ending.signal.aborted || !host.current) return;
      if (!appearance) return setState('missing');
      const mounted = mount({
        into: host.current,
        api: `${window.location.origin}/api`,
        contextId,
        appearance: withConsoleColors(appearance, now.current.theme),
        layout: 'inline',
        remember: false,
        onClose: () => now.current.close(),
      });
      panel.current = { mounted, appearance };
      setState('open');
    };
    open().catch(() => ending.signal.aborted || setState('failed'));
    return () => {
      ending.abort();
      panel.current?.mounted.destroy();
      panel.current = undefined;
      announced.current = 0;
    };
  }, [contextId, attempts]);
  useEffect(() => {
    if (panel.current) panel.current.mounted.update(withConsoleColors(panel.current.appearance, theme));
  }, [theme]);
  useEffect(() => {
    // On phones, focusing the input would open the keyboard over the greeting.
    const isTyping = !window.matchMedia('(pointer: coarse)').matches;
    if (isOpen && state === 'open' && isTyping) panel.current?.mounted.open();
  }, [isOpen, state]);
  useEffect(() => {
    if (state !== 'open' || asked === 0 || announced.current === asked) return;
    announced.current = asked;
    panel.current?.mounted.ask(question);
  }, [state, asked, question]);
  const again = () => {
    setState('loading');
    setAttempts(attempts + 1);
  };
  const isLost = state === 'failed' || state === 'missing';
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current && isLost) again();
    wasOpen.current = isOpen;
  });
  return { state, host, again };
}

/** Returns a click handler that opens links to the console in this tab. Calls `onLeave` when the path changes. */
function useFollow(onLeave: (() => void) | undefined) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (pathname === first.current) return;
    first.current = pathname;
    leave();
  }, [pathname]);
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.nativeEvent.composedPath().find((part) => part instanceof HTMLAnchorElement);
    if (!link || link.origin !== window.location.origin) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
