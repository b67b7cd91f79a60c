import type { WidgetAppearance } from '../shared/appearance.ts';
import { addSheet, element, rewrite, shadowOf, styleSheet } from './element.ts';
import launcherStyles from './launcher.css?inline';
import laterStyles from './launcher-later.css?inline';
import { drawLauncher, type Launcher, launcherRule } from './launcher.ts';

/** What stands on a page: the launcher, a place for the panel, and one for a sentence beside the launcher. */
export interface Frame {
  readonly host: HTMLElement;
  /** Where the panel goes. */
  slot(): HTMLElement;
  launcher(): Launcher;
  /** Draws what is not seen at first: it is called when the page has time, and by what needs it. */
  complete(): void;
  /** Says a sentence beside the launcher; an empty one takes it away. */
  say(text: string): void;
  /** Whether the focus is in the panel. */
  hasFocus(): boolean;
  update(appearance: WidgetAppearance): void;
}

/** Draws the frame; `origin` keeps the launcher's picture. The host is not on the page yet. */
export function drawFrame(appearance: WidgetAppearance, origin: string, press: () => void): Frame {
  const host = element('prosa-chat' as 'div');
  const sheet = styleSheet(launcherStyles + launcherRule(appearance));
  const shadow = shadowOf(host, [sheet]);
  let launcher = drawLauncher(appearance, origin, press);
  shadow.appendChild(launcher.element);
  let rest: { said: HTMLElement; slot: HTMLElement } | undefined;
  const complete = () => {
    if (rest) return rest;
    rest = { said: element('div', { class: 'said', role: 'status' }), slot: element('div') };
    addSheet(shadow, styleSheet(laterStyles));
    shadow.appendChild(rest.said);
    shadow.appendChild(rest.slot);
    return rest;
  };
  return {
    host,
    slot: () => complete().slot,
    launcher: () => launcher,
    complete,
    say: (text) => void (complete().said.textContent = text),
    hasFocus: () => !!rest && shadow.activeElement === rest.slot,
    update(next) {
      rewrite(sheet, launcherStyles + launcherRule(next));
      const drawn = drawLauncher(next, origin, press);
      drawn.setOpen(launcher.isOpen());
      shadow.replaceChild(drawn.element, launcher.element);
      launcher = drawn;
    },
  };
}
