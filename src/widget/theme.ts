import type { WidgetAppearance } from '../shared/appearance.ts';
import { contrast, luminance, mix, readableMix, safeColor, safeNumber } from './colors.ts';
import { insetOf, LAUNCHER_GAP_PX, LAUNCHER_PX, PANEL_PX, sideOf } from './sizes.ts';

/**
 * Validates colours and numbers: no other input of the owner may get into a style sheet. Derived colours stay readable.
 */
export function themeRule(appearance: WidgetAppearance): string {
  const values = { ...colorsOf(appearance), ...measuresOf(appearance) };
  let rule = '.root{';
  for (const name of Object.keys(values)) rule += `--${name}:${values[name as keyof typeof values]};`;
  return rule + '}';
}

function colorsOf({ colors }: WidgetAppearance) {
  const primary = safeColor(colors.primary, '#0B7A5E');
  const ground = safeColor(colors.ground, '#FFFFFF');
  const text = safeColor(colors.text, '#151A21');
  const bot = safeColor(colors.botBubble, '#F1F4F6');
  const user = safeColor(colors.userBubble, primary);
  const isDark = luminance(ground) < 0.2;
  const ring = contrast(primary, ground) >= 3 ? primary : text;
  const danger = isDark ? '#FF7A7A' : '#B32735';
  return {
    scheme: isDark ? 'dark' : 'light',
    primary,
    ground,
    text,
    bot,
    user,
    'on-primary': safeColor(colors.onPrimary, '#FFFFFF'),
    'on-user': safeColor(colors.onUserBubble, '#FFFFFF'),
    quiet: readableMix(text, ground, 0.62, [ground, bot]),
    line: mix(text, ground, isDark ? 0.16 : 0.1),
    edge: readableEdge(text, ground),
    hover: mix(text, ground, isDark ? 0.1 : 0.05),
    link: contrast(primary, bot) >= 4.5 && contrast(primary, ground) >= 4.5 ? primary : text,
    ring,
    halo: mix(ring, ground, 0.22),
    code: mix(text, bot, 0.09),
    danger: contrast(danger, ground) >= 3 ? danger : text,
    'danger-ground': mix(danger, ground, isDark ? 0.14 : 0.07),
  };
}

/** A contrast of 3:1 against the background (WCAG 1.4.11). */
function readableEdge(text: string, ground: string): string {
  for (let share = 0.3; share < 1; share += 0.05) {
    const mixed = mix(text, ground, share);
    if (contrast(mixed, ground) >= 3) return mixed;
  }
  return text;
}

function measuresOf(appearance: WidgetAppearance) {
  const margin = safeNumber(appearance.margin, 0, 120);
  const radius = safeNumber(appearance.radius, 0, 32);
  const size = PANEL_PX[appearance.size] ?? PANEL_PX.medium;
  const { block, inline } = sideOf(appearance.side);
  const launcher = LAUNCHER_PX[appearance.size] ?? LAUNCHER_PX.medium;
  const away = margin + (appearance.type === 'box' ? 0 : launcher + LAUNCHER_GAP_PX);
  return {
    radius: `${radius}px`,
    'bubble-radius': `${Math.min(radius, 20)}px`,
    'control-radius': `${Math.min(radius, 14)}px`,
    'chip-radius': radius >= 12 ? '999px' : `${radius}px`,
    'field-radius': radius >= 12 ? '26px' : `${radius + 2}px`,
    tail: `${Math.min(radius, 4)}px`,
    spacing: `${safeNumber(appearance.spacing, 4, 32)}px`,
    margin: `${margin}px`,
    width: `${size[0]}px`,
    height: `${size[1]}px`,
    room: `calc(${away + margin}px + var(--prosa-y,0px))`,
    inset: insetOf(appearance.side, margin, away),
    origin: `${inline} ${block}`,
    rise: block === 'top' ? '-8px' : '8px',
  };
}
