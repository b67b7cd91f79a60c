import type { WidgetAppearance } from '../shared/appearance.ts';
import type { ChatEvents } from '../shared/chat-protocol.ts';
import { CallFailure, type Calls, type ChatEventListener } from './call.ts';
import { element, empty, rewrite, shadowOf, styleSheet } from './element.ts';
import { drawFrame, frameRules } from './frame.ts';
import { drawLauncher } from './launcher.ts';
import { type FirstOffers, mount, type Mounted } from './mount.ts';

export type PreviewScene = 'closed' | 'empty' | 'conversation' | 'error' | 'offline' | 'deactivated';

export interface PreviewOptions {
  /** With width and height; the preview stays inside. */
  into: HTMLElement;
  appearance: WidgetAppearance;
  host: string;
  scene: PreviewScene;
  sentence?: string;
  feedback?: boolean;
  /** What visitors see before they ask. */
  offers?: FirstOffers;
  phone?: boolean;
}

export interface Preview {
  update(appearance: WidgetAppearance): void;
  show(scene: PreviewScene): void;
  setPhone(isPhone: boolean): void;
  destroy(): void;
}

const EXAMPLE = {
  question: 'Qual é o horário de atendimento?',
  answer: 'Atendemos de **segunda a sexta**, das 9h às 18h. Aos sábados, só pelo WhatsApp.',
};
const SOURCE = {
  contentId: 'exemplo',
  title: 'Perguntas frequentes',
  excerpt: 'Atendemos de segunda a sexta, das 9h às 18h.',
};
const DEACTIVATED = 'O atendimento automático está em pausa. Volte mais tarde, por favor.';
/** `contain` makes elements with `position: fixed` relative to the container instead of the window. */
const STAGE = ':host{display:block}.stage{position:relative;height:100%;overflow:hidden;contain:layout paint}';

/** Simulated: no requests, nothing stored; every question gets the owner's example answer. */
export function mountPreview(options: PreviewOptions): Preview {
  let { appearance, scene } = options;
  let isPhone = options.phone ?? false;
  let mounted: Mounted | undefined;
  const stage = element('div', { class: 'stage' });
  const shadow = shadowOf(options.into, [styleSheet(STAGE)]);
  const press = () => (frame.launcher().isOpen() ? mounted?.close() : openPanel());
  const frame = drawFrame(appearance, options.host, press);
  stage.appendChild(frame.host);
  shadow.appendChild(stage);

  const openPanel = () => {
    const active = document.activeElement;
    frame.launcher().setOpen(true);
    mounted?.open();
    // Returns the focus to the form that is edited beside the preview.
    if (active instanceof HTMLElement && active !== options.into && active !== document.body) active.focus();
  };
  const draw = () => {
    mounted?.destroy();
    mounted = mount({
      ...options.offers,
      into: frame.slot(),
      api: '',
      contextId: 'preview',
      appearance,
      layout: 'floating',
      host: options.host,
      remember: false,
      feedback: options.feedback,
      phone: isPhone,
      calls: playCalls(
        () => scene,
        () => appearance,
        options.sentence,
      ),
      onClose: () => frame.launcher().setOpen(false),
    });
    frame.launcher().setOpen(false);
    if (scene === 'closed') return;
    openPanel();
    if (scene !== 'empty') mounted.ask(exampleOf(appearance).question);
  };
  draw();

  return {
    update(next) {
      appearance = next;
      rewrite(frame.sheet, frameRules(next));
      const launcher = drawLauncher(next, options.host, press);
      launcher.setOpen(frame.launcher().isOpen());
      frame.replaceLauncher(launcher);
      mounted?.update(next);
    },
    show(next) {
      scene = next;
      draw();
    },
    setPhone(next) {
      isPhone = next;
      draw();
    },
    destroy() {
      mounted?.destroy();
      empty(shadow);
    },
  };
}

const exampleOf = ({ exampleQuestion, exampleAnswer }: WidgetAppearance) => ({
  question: exampleQuestion || EXAMPLE.question,
  answer: exampleAnswer || EXAMPLE.answer,
});

/** The example's answer, or the failure of the scene. */
function playCalls(sceneOf: () => PreviewScene, appearanceOf: () => WidgetAppearance, sentence = ''): Calls {
  const answer = (onEvent: ChatEventListener, messageId: string) => {
    const done: ChatEvents['done'] = { messageId, outcome: 'answered', grounded: true, links: [] };
    onEvent('conversation', { id: 'preview' });
    onEvent('sources', [SOURCE]);
    onEvent('delta', { text: exampleOf(appearanceOf()).answer });
    onEvent('done', done);
  };
  return {
    async ask({ messageId = '' }, onEvent) {
      const scene = sceneOf();
      if (scene === 'error') throw new CallFailure(503, 'unavailable', '');
      if (scene === 'offline') throw new CallFailure(0, 'offline', '');
      if (scene === 'deactivated') throw new CallFailure(403, 'chat_deactivated', sentence || DEACTIVATED);
      answer(onEvent, messageId);
    },
    read: async (own) => ({ id: own.conversationId, satisfied: null, talk: null, exchanges: [] }),
    rate: async () => undefined,
    end: async () => undefined,
    leave: async () => undefined,
  };
}
