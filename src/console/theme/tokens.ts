import type { ThemeName } from '../state/store.ts';

/**
 * The only place that defines the console's colours. antd's theme (antd-theme.ts) uses them, and the page has them as
 * custom properties: `--line-strong` is `lineStrong` here.
 */
const dark = {
  ground: '#12161C',
  surface: '#1A2028',
  raised: '#222A34',
  line: '#2B3440',
  lineStrong: '#3A4553',
  edge: '#697684',
  text: '#E9EEF3',
  quiet: '#9BA8B5',
  primary: '#2CCB98',
  primaryHover: '#4AD9AB',
  primaryPress: '#22B386',
  onPrimary: '#06261D',
  primarySoft: '#163A32',
  attention: '#FFB454',
  attentionSoft: '#3A2D1A',
  danger: '#FF7A7A',
  dangerHover: '#FF9494',
  onDanger: '#2B0709',
  dangerSoft: '#3D2226',
  information: '#6FA8FF',
  informationSoft: '#1C2E4A',
  hover: '#232C37',
  shadow: '0 1px 2px #00000040, 0 12px 32px #00000059',
  scrim: '#080B0FA8',
};

const light: Palette = {
  ground: '#F6F7F9',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#E4E8ED',
  lineStrong: '#CBD3DB',
  edge: '#858F9B',
  text: '#151A21',
  quiet: '#5B6672',
  primary: '#0B7A5E',
  primaryHover: '#096850',
  primaryPress: '#075743',
  onPrimary: '#FFFFFF',
  primarySoft: '#E3F3EE',
  attention: '#9A5B00',
  attentionSoft: '#FFF3DF',
  danger: '#C22F3D',
  dangerHover: '#A92532',
  onDanger: '#FFFFFF',
  dangerSoft: '#FCEAEC',
  information: '#2458C5',
  informationSoft: '#E8EFFC',
  hover: '#EFF2F5',
  shadow: '0 1px 2px #151A210F, 0 12px 32px #151A2124',
  scrim: '#151A2166',
};

export type Palette = Record<keyof typeof dark, string>;
export const palettes: Record<ThemeName, Palette> = { dark, light };

const OTHER_FONTS =
  "'Inter Variable', 'Inter Stand-in', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** The first family is the part of Inter that Portuguese needs; the others are fallbacks for other characters. */
export const FONT_FAMILY = `'Inter Prosa', ${OTHER_FONTS}`;
export const MONO_FAMILY = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace";
/** Corner radii, in pixels. */
export const RADIUS = { inner: 6, base: 8, card: 10 } as const;

/** Returns the style sheet with the custom properties of both themes. */
export function tokensCss(): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const colorsOf = (name: ThemeName) =>
    Object.entries(palettes[name])
      .map(([token, value]) => `--${kebab(token)}: ${value};`)
      .join(' ');
  return `:root { color-scheme: dark; ${colorsOf('dark')} --font: ${OTHER_FONTS}; --mono: ${MONO_FAMILY};
  --radius: ${RADIUS.base}px; --radius-inner: ${RADIUS.inner}px; --radius-card: ${RADIUS.card}px; }
:root[data-font] { --font: ${FONT_FAMILY}; }
:root[data-theme='light'] { color-scheme: light; ${colorsOf('light')} }`;
}
