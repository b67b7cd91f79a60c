import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import messages from '../../../../locales/pt-BR/help.json';
import type { WidgetAppearance } from '../../../shared/appearance.ts';
import { HELP_CONTEXT_ID, STAFF_HELP_CONTEXT_ID } from '../../../shared/help.ts';
import type { Mounted } from '../../../widget/panel.ts';
import { type WidgetOptions, WidgetPanel } from '../../components/widget-panel.tsx';
import { t } from '../../providers/i18n.ts';
import { useMe } from '../../session/me.ts';
import { setMissing, useHelp } from '../../state/help-store.ts';
import { storedTheme, type ThemeName } from '../../state/store.ts';
import { useThemeName } from '../../theme/theme-store.ts';
import { palettes } from '../../theme/tokens.ts';
import { NoChat } from './no-chat.tsx';

/** Returns the assistant's appearance in the console's colours. */
function withConsoleColors(appearance: WidgetAppearance, theme: ThemeName): WidgetAppearance {
  const { primary, onPrimary, raised, text, line, hover, primarySoft } = palettes[theme];
  const botBubble = theme === 'dark' ? line : hover;
  const colors = { primary, onPrimary, ground: raised, text, botBubble, userBubble: primarySoft, onUserBubble: text };
  return { ...appearance, radius: 12, colors };
}

/**
 * Loads the panel's code and the appearance of our help assistant; null when the server has none. The route needs no
 * session.
 */
async function loadHelp(contextId: string, signal: AbortSignal): Promise<WidgetAppearance | null> {
  const [answer] = await Promise.all([
    fetch(`/api/widgets/${contextId}`, { headers: { Accept: 'application/json' }, signal }),
    import('../../../widget/panel.ts'),
  ]);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The help answered ${answer.status}`);
  return ((await answer.json()) as { appearance: WidgetAppearance }).appearance;
}

/**
 * The help chat below the header. It is the widget's panel, connected to our own assistant. `close` must be a stable
 * function.
 */
export function HelpChat({ isOpen, isPhone, close }: { isOpen: boolean; isPhone: boolean; close: () => void }) {
  const contextId = useMe().data?.role.startsWith('WM_') ? STAFF_HELP_CONTEXT_ID : HELP_CONTEXT_ID;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['help', contextId],
    queryFn: ({ signal }) => loadHelp(contextId, signal),
    // Until the assistant is loaded, each opening tries again.
    enabled: isOpen,
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    retry: false,
  });
  const isMissing = data === null;
  const [panel, setPanel] = useState<Mounted>();
  const options = useMemo<WidgetOptions | null | undefined>(
    () => data && { contextId, appearance: withConsoleColors(data, storedTheme()), onClose: close },
    [contextId, data, close],
  );
  usePanel(panel, data, isOpen);
  const frame = useRef<HTMLDivElement>(null);
  const follow = useFollow(isPhone && isOpen ? close : undefined);
  useEffect(() => {
    if (isPhone && isOpen) frame.current?.focus();
  }, [isPhone, isOpen]);
  useEffect(() => () => setMissing(isMissing), [isMissing]);
  // The panel stops the propagation of keys, so this handler runs in the capture phase.
  const onKey = (event: KeyboardEvent) => {
    const host = frame.current?.querySelector('.help-host');
    const isCardOpen = host?.shadowRoot?.querySelector('.card:not([hidden])');
    if (event.key !== 'Escape' || isCardOpen) return;
    event.stopPropagation();
    close();
  };
  if (error && !isFetching) return isOpen && <NoChat again={() => void refetch()} close={close} />;
  if (isMissing && !isFetching) return isOpen && <NoChat text={messages.missing} close={close} />;
  return (
    <div
      ref={frame}
      className="help-talk floating"
      hidden={!isOpen}
      role="dialog"
      aria-label={t('layout.help.panel')}
      aria-busy={!panel}
      tabIndex={-1}
      onKeyDownCapture={onKey}
      onClickCapture={follow}
    >
      {!panel && <p className="help-opening">{messages.opening}…</p>}
      {options && <WidgetPanel className="help-host" options={options} onMount={setPanel} />}
    </div>
  );
}

/** Keeps the panel's colors in step with the theme, focuses its input, and asks the user's last question. */
function usePanel(panel: Mounted | undefined, appearance: WidgetAppearance | null | undefined, isOpen: boolean) {
  const { question, asked } = useHelp();
  const theme = useThemeName();
  useEffect(() => {
    if (appearance) panel?.update(withConsoleColors(appearance, theme));
  }, [panel, appearance, theme]);
  useEffect(() => {
    // On phones, focusing the input would open the keyboard over the greeting.
    if (isOpen && !window.matchMedia('(pointer: coarse)').matches) panel?.open();
  }, [panel, isOpen]);
  useEffect(() => {
    if (asked > 0) panel?.ask(question);
  }, [panel, asked, question]);
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
