import { INITIAL_COLORS, type WidgetAppearance } from '../../../../shared/appearance.ts';

type Colors = WidgetAppearance['colors'];

/** A set of colours and shapes to start from. It leaves names, texts and position as they are. */
export interface Preset extends Pick<WidgetAppearance, 'colors' | 'radius' | 'spacing'> {
  /** Key of its label under `chat-customize.presets`. */
  name: string;
}

/** Returns colours in which the visitor's bubbles look like the buttons: text in `ink` on the primary colour. */
const colorsOf = (primary: string, ink: string, others: Pick<Colors, 'ground' | 'text' | 'botBubble'>): Colors => ({
  primary,
  onPrimary: ink,
  ...others,
  userBubble: primary,
  onUserBubble: ink,
});

export const PRESETS: readonly Preset[] = [
  { name: 'mate', radius: 16, spacing: 12, colors: INITIAL_COLORS },
  {
    name: 'sky',
    radius: 12,
    spacing: 12,
    colors: colorsOf('#2458C5', '#FFFFFF', { ground: '#FFFFFF', text: '#142033', botBubble: '#EEF3FC' }),
  },
  {
    name: 'clay',
    radius: 20,
    spacing: 14,
    colors: colorsOf('#A8431F', '#FFFFFF', { ground: '#FFFBF5', text: '#2B1D14', botBubble: '#F6EBDD' }),
  },
  {
    name: 'night',
    radius: 16,
    spacing: 12,
    colors: colorsOf('#2CCB98', '#06261D', { ground: '#12161C', text: '#E9EEF3', botBubble: '#222A34' }),
  },
  {
    name: 'ink',
    radius: 4,
    spacing: 10,
    colors: colorsOf('#151A21', '#FFFFFF', { ground: '#FFFFFF', text: '#151A21', botBubble: '#F2F2F0' }),
  },
];
