import type { WidgetAppearance } from '../shared/appearance.ts';
import type { Exchange } from '../shared/chat-protocol.ts';
import { renderAnswer } from './answer.ts';
import type { Turn } from './conversation.ts';
import { element, shadowOf, styleSheet } from './element.ts';
import exchangeStyles from './exchange.css?inline';
import { drawExchange } from './exchange.ts';
import { facesOf } from './faces.ts';
import { mount, type Mounted, type MountOptions } from './mount.ts';
import { mountPreview, type Preview, type PreviewOptions, type PreviewScene } from './preview.ts';
import { themeRule } from './theme.ts';

/** What the console takes of the widget: the panel, the preview of the whole widget, and an exchange drawn alone. */
export { mount, mountPreview, renderAnswer };
export type { Mounted, MountOptions, Preview, PreviewOptions, PreviewScene };

/** What of an exchange is drawn; an Exchange of the protocol is one. */
export type ShownExchange = Pick<Exchange, 'question' | 'answer' | 'grounded' | 'sources' | 'links'>;

/**
 * A question with its answer and sources, drawn as the panel draws them, on the appearance's ground. The element has its
 * own shadow root, needs no style sheet of the page and takes the width that it is given. Pictures come from `host`.
 */
export function renderExchange(
  exchange: ShownExchange,
  appearance: WidgetAppearance,
  host: string = location.origin,
): HTMLElement {
  const own = element('div');
  const shadow = shadowOf(own, [styleSheet(themeRule(appearance)), styleSheet(exchangeStyles)]);
  const turn: Turn = { id: '', state: 'done', ...exchange };
  const faces = facesOf(appearance, host);
  const { element: drawn } = drawExchange(turn, { faces, errorMessage: appearance.messages.error });
  shadow.appendChild(element('div', { class: 'root alone' }, [drawn]));
  return own;
}
