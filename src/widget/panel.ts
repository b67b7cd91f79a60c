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

export { mountPreview, renderAnswer };
export type { Mounted, MountOptions, Preview, PreviewOptions, PreviewScene };

export const mount = (options: MountOptions): Mounted =>
  mountPanel({ form: () => import('./message-form.ts'), ...options });

/** In a shadow root without style sheets of the page. Pictures come from `host`. */
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
