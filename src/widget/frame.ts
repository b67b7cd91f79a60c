import type { WidgetAppearance } from '../shared/appearance.ts';
import { element, rewrite, shadowOf, styleSheet } from './element.ts';
import launcherStyles from './launcher.css?inline';
import { drawLauncher, type Launcher, launcherRule } from './launcher.ts';

/** What stands on a page: the launcher, a place for the panel, and one for a sentence beside the launcher. */
export interface Frame {
  readonly host: HTMLElement;
  readonly slot: HTMLElement;
  launcher(): Launcher;
  /** Says a sentence beside the launcher; an empty one takes it away. */
  say(text: string): void;
  /** Whether the focus is in the panel. */
  hasFocus(): boolean;
  update(appearance: WidgetAppearance): void;
}

/** Draws the frame; `origin` keeps the launcher's picture. The host is not on the page yet. */
export function drawFrame(appearance: WidgetAppearance, origin: string, press: () => void): Frame {
  const host = element('prosa-chat' as 'div');
  const slot = element('div');
  const said = element('div', { class: 'said', role: 'status' });
  const sheet = styleSheet(launcherStyles + launcherRule(appearance));
  const shadow = shadowOf(host, [sheet]);
  let launcher = drawLauncher(appearance, origin, press);
  for (const part of [launcher.element, said, slot]) shadow.appendChild(part);
  return {
    host,
    slot,
    launcher: () => launcher,
    say: (text) => void (said.textContent = text),
    hasFocus: () => shadow.activeElement === slot,
    update(next) {
      rewrite(sheet, launcherStyles + launcherRule(next));
      const drawn = drawLauncher(next, origin, press);
      drawn.setOpen(launcher.isOpen());
      shadow.replaceChild(drawn.element, launcher.element);
      launcher = drawn;
    },
  };
}
