import type { WidgetAppearance } from '../shared/appearance.ts';
import { addSheet, element, shadowOf, type StyleSheet, styleSheet } from './element.ts';
import launcherStyles from './launcher.css?inline';
import { drawLauncher, type Launcher, launcherRule } from './launcher.ts';
import laterStyles from './launcher-later.css?inline';

/** On the host page: launcher, panel, and a message beside the launcher. */
export interface Frame {
  readonly host: HTMLElement;
  slot(): HTMLElement;
  launcher(): Launcher;
  /** What is invisible at first: when the page is idle, or when needed. */
  complete(): void;
  /** Beside the launcher; hidden when empty. */
  say(text: string): void;
  hasFocus(): boolean;
  readonly sheet: StyleSheet;
  replaceLauncher(next: Launcher): void;
}

export const frameRules = (appearance: WidgetAppearance) => launcherStyles + launcherRule(appearance);

/** Not added to the page yet. `origin`: of the launcher's picture. */
export function drawFrame(appearance: WidgetAppearance, origin: string, onPress: () => void): Frame {
  const host = element('prosa-chat' as 'div');
  const sheet = styleSheet(frameRules(appearance));
  const shadow = shadowOf(host, [sheet]);
  let launcher = drawLauncher(appearance, origin, onPress);
  shadow.appendChild(launcher.element);
  let rest: { statusLine: HTMLElement; slot: HTMLElement } | undefined;
  const complete = () => {
    if (rest) return rest;
    rest = { statusLine: element('div', { class: 'said', role: 'status' }), slot: element('div', { class: 'slot' }) };
    addSheet(shadow, styleSheet(laterStyles));
    shadow.appendChild(rest.statusLine);
    shadow.appendChild(rest.slot);
    return rest;
  };
  return {
    host,
    slot: () => complete().slot,
    launcher: () => launcher,
    complete,
    say: (text) => void (complete().statusLine.textContent = text),
    hasFocus: () => !!rest && shadow.activeElement === rest.slot,
    sheet,
    replaceLauncher(next) {
      shadow.replaceChild(next.element, launcher.element);
      launcher = next;
    },
  };
}
