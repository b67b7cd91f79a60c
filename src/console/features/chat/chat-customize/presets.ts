import { INITIAL_COLORS, type WidgetAppearance } from '../../../../shared/appearance.ts';

/** A set of colours and shapes to start from. It leaves names, texts and position as they are. */
export interface Preset {
  /** Key of its label under `chat-customize.presets`. */
  name: string;
  appearance: Pick<WidgetAppearance, 'colors' | 'radius' | 'spacing'>;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'mate',
    appearance: {
      radius: 16,
      spacing: 12,
      colors: INITIAL_COLORS,
    },
  },
  {
    name: 'sky',
    appearance: {
      radius: 12,
      spacing: 12,
      colors: {
        primary: '#2458C5',
        onPrimary: '#FFFFFF',
        ground: '#FFFFFF',
        text: '#142033',
        botBubble: '#EEF3FC',
        userBubble: '#2458C5',
        onUserBubble: '#FFFFFF',
      },
    },
  },
  {
    name: 'clay',
    appearance: {
      radius: 20,
      spacing: 14,
      colors: {
        primary: '#A8431F',
        onPrimary: '#FFFFFF',
        ground: '#FFFBF5',
        text: '#2B1D14',
        botBubble: '#F6EBDD',
        userBubble: '#A8431F',
        onUserBubble: '#FFFFFF',
      },
    },
  },
  {
    name: 'night',
    appearance: {
      radius: 16,
      spacing: 12,
      colors: {
        primary: '#2CCB98',
        onPrimary: '#06261D',
        ground: '#12161C',
        text: '#E9EEF3',
        botBubble: '#222A34',
        userBubble: '#2CCB98',
        onUserBubble: '#06261D',
      },
    },
  },
  {
    name: 'ink',
    appearance: {
      radius: 4,
      spacing: 10,
      colors: {
        primary: '#151A21',
        onPrimary: '#FFFFFF',
        ground: '#FFFFFF',
        text: '#151A21',
        botBubble: '#F2F2F0',
        userBubble: '#151A21',
        onUserBubble: '#FFFFFF',
      },
    },
  },
];
