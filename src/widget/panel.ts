import type { WidgetAppearance } from '../shared/appearance.ts';
import { renderAnswer } from './answer.ts';
import { avatarsOf } from './avatars.ts';
import { type PastExchange, turnsOf } from './conversation.ts';
import { element, shadowOf, styleSheet } from './element.ts';
import exchangeStyles from './exchange.css?inline';
import { drawExchange } from './exchange.ts';
import { mount as mountPanel, type Mounted, type MountOptions } from './mount.ts';
import { mountPreview, type Preview, type PreviewOptions, type PreviewScene } from './preview.ts';
import { themeRule } from './theme.ts';

/** The console's entry point to the widget: the panel, the preview of the whole widget, and a single exchange. */
export { mountPreview, renderAnswer };
export type { Mounted, MountOptions, Preview, PreviewOptions, PreviewScene };

/** Draws a chat panel into a host element and starts it. */
export const mount = (options: MountOptions): Mounted =>
  mountPanel({ form: () => import('./message-form.ts'), ...options });

/**
 * Draws an exchange as the panel does: question, answer, sources and suggestions, on the appearance's background. The
 * element has its own shadow root, needs no style sheet of the page and takes the available width. Pictures come from
 * `host`.
 */
export function renderExchange(
  exchange: PastExchange,
  appearance: WidgetAppearance,
  host: string = location.origin,
): HTMLElement {
  const own = element('div');
  const shadow = shadowOf(own, [styleSheet(themeRule(appearance)), styleSheet(exchangeStyles)]);
  const avatars = avatarsOf(appearance, host);
  const root = element('div', { class: 'root alone' });
  for (const turn of turnsOf([exchange])) {
    root.appendChild(drawExchange(turn, { avatars, errorMessage: appearance.messages.error }).element);
  }
  shadow.appendChild(root);
  return own;
}
