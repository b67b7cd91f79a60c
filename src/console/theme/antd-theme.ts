import { theme as antd, type ThemeConfig } from 'antd';
import type { ThemeName } from '../state/store.ts';
import { MONO_FAMILY, type Palette, palettes, RADIUS } from './tokens.ts';

type MapAlgorithm = typeof antd.darkAlgorithm;

const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function baseTokens(palette: Palette): ThemeConfig['token'] {
  return {
    colorPrimary: palette.primary,
    colorPrimaryHover: palette.primaryHover,
    colorPrimaryActive: palette.primaryPress,
    colorPrimaryBg: palette.primarySoft,
    colorPrimaryBgHover: palette.primarySoft,
    colorPrimaryBorder: palette.primary,
    colorPrimaryText: palette.primary,
    colorLinkHover: palette.primaryHover,
    colorLinkActive: palette.primaryPress,
    colorSuccess: palette.primary,
    colorSuccessBg: palette.primarySoft,
    colorWarning: palette.attention,
    colorWarningBg: palette.attentionSoft,
    colorError: palette.danger,
    colorErrorHover: palette.dangerHover,
    colorErrorActive: palette.danger,
    colorErrorBg: palette.dangerSoft,
    colorErrorBgHover: palette.dangerSoft,
    colorErrorText: palette.danger,
    colorInfo: palette.information,
    colorInfoBg: palette.informationSoft,
    colorText: palette.text,
    colorTextHeading: palette.text,
    colorTextSecondary: palette.quiet,
    colorTextTertiary: palette.quiet,
    colorTextDescription: palette.quiet,
    colorTextPlaceholder: palette.quiet,
    // At 3:1, unlike antd's, so that a disabled button can still be read.
    colorTextDisabled: palette.edge,
    colorIcon: palette.quiet,
    colorIconHover: palette.text,
    colorTextLightSolid: palette.onPrimary,
    colorBgBase: palette.ground,
    colorBgLayout: palette.ground,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.raised,
    colorBgSpotlight: palette.text,
    colorBgMask: palette.scrim,
    colorBorder: palette.lineStrong,
    colorBorderSecondary: palette.line,
    colorSplit: palette.line,
    colorFillAlter: palette.hover,
    colorFillSecondary: palette.line,
    colorFillTertiary: palette.hover,
    colorFillQuaternary: palette.hover,
    controlItemBgHover: palette.hover,
    controlItemBgActive: palette.primarySoft,
    controlItemBgActiveHover: palette.primarySoft,
    boxShadow: palette.shadow,
    boxShadowSecondary: palette.shadow,
    boxShadowTertiary: 'none',
    controlOutlineWidth: 0,
    fontFamily: 'var(--font)',
    fontFamilyCode: MONO_FAMILY,
    lineHeight: 22 / 14,
    fontSizeHeading1: 28,
    fontSizeHeading2: 20,
    fontSizeHeading3: 16,
    fontSizeHeading4: 14,
    fontWeightStrong: 600,
    borderRadius: RADIUS.base,
    borderRadiusLG: RADIUS.card,
    borderRadiusSM: RADIUS.inner,
    borderRadiusXS: 4,
    controlHeight: 36,
    controlHeightLG: 44,
    controlHeightSM: 28,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
  };
}

function componentTokens(palette: Palette): ThemeConfig['components'] {
  // Two pixels with the border, so that the focus shows as clearly as elsewhere.
  const ringOf = (color: string) => `0 0 0 1px ${color}`;
  const focusRing = { activeShadow: ringOf(palette.primary), errorActiveShadow: ringOf(palette.danger) };
  const noShadow = { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' };
  return {
    Alert: { withDescriptionPadding: '12px 16px', withDescriptionIconSize: 16, fontSizeLG: 14 },
    Button: {
      ...noShadow,
      fontWeight: 500,
      primaryColor: palette.onPrimary,
      dangerColor: palette.onDanger,
      defaultBg: palette.surface,
      defaultHoverBg: palette.hover,
      defaultHoverColor: palette.text,
      defaultHoverBorderColor: palette.lineStrong,
      defaultActiveBg: palette.line,
      defaultActiveColor: palette.text,
      defaultActiveBorderColor: palette.lineStrong,
      textHoverBg: palette.hover,
      paddingInline: 13,
      paddingInlineSM: 7,
    },
    Input: {
      colorBorder: palette.edge,
      ...focusRing,
      hoverBorderColor: palette.quiet,
      paddingInline: 12,
    },
    InputNumber: { colorBorder: palette.edge, ...focusRing, hoverBorderColor: palette.quiet },
    Select: {
      colorBorder: palette.edge,
      optionSelectedBg: palette.primarySoft,
      optionSelectedFontWeight: 600,
      hoverBorderColor: palette.quiet,
      controlOutlineWidth: 1,
      activeOutlineColor: palette.primary,
      multipleItemBg: palette.hover,
      colorTextQuaternary: palette.quiet,
      // It shows a value, which is to be read as such.
      colorTextDisabled: palette.quiet,
    },
    Card: { bodyPadding: 20, bodyPaddingSM: 16, headerPadding: 20, headerPaddingSM: 16, headerFontSize: 14 },
    Collapse: {
      colorBorder: palette.line,
      headerBg: palette.surface,
      contentBg: palette.surface,
      borderlessContentBg: palette.surface,
      headerPadding: '12px 16px',
      contentPadding: '4px 16px 16px',
    },
    DatePicker: {
      colorBorder: palette.edge,
      ...focusRing,
      hoverBorderColor: palette.quiet,
      cellHoverBg: palette.hover,
    },
    Table: {
      headerBg: palette.surface,
      headerColor: palette.quiet,
      fontWeightStrong: 400,
      headerSplitColor: 'transparent',
      headerSortActiveBg: palette.surface,
      headerSortHoverBg: palette.hover,
      bodySortBg: 'transparent',
      // The text of an empty table.
      colorTextDisabled: palette.quiet,
      rowHoverBg: palette.hover,
      rowSelectedBg: `color-mix(in srgb, ${palette.primarySoft} 40%, ${palette.surface})`,
      rowSelectedHoverBg: `color-mix(in srgb, ${palette.primarySoft} 70%, ${palette.surface})`,
      cellPaddingBlockMD: 6,
      cellPaddingInlineMD: 10,
    },
    Pagination: { itemBg: 'transparent', itemActiveBg: palette.hover },
    Modal: { contentBg: palette.raised, headerBg: palette.raised, titleFontSize: 16 },
    Switch: { handleBg: palette.ground, colorTextQuaternary: palette.quiet, colorTextTertiary: palette.quiet },
    Checkbox: { colorBgContainer: 'transparent', colorBorder: palette.edge },
    Radio: { colorBgContainer: 'transparent', colorBorder: palette.edge },
    Form: { labelColor: palette.text, verticalLabelPadding: '0 0 6px', itemMarginBottom: 20 },
    Layout: {
      headerHeight: 56,
      headerPadding: '0 16px 0 12px',
      headerBg: palette.ground,
      headerColor: palette.text,
      bodyBg: palette.ground,
      siderBg: palette.ground,
      lightSiderBg: palette.ground,
    },
    Menu: {
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      popupBg: palette.raised,
      itemColor: palette.quiet,
      itemHoverColor: palette.text,
      itemHoverBg: palette.hover,
      itemActiveBg: palette.line,
      itemSelectedColor: palette.text,
      itemSelectedBg: palette.primarySoft,
      subMenuItemSelectedColor: palette.text,
      activeBarBorderWidth: 0,
      itemHeight: 40,
      itemMarginInline: 12,
      itemMarginBlock: 2,
      itemBorderRadius: RADIUS.base,
      subMenuItemBorderRadius: RADIUS.base,
      iconSize: 16,
      collapsedIconSize: 18,
      iconMarginInlineEnd: 12,
      groupTitleColor: palette.quiet,
      groupTitleFontSize: 12,
    },
    Descriptions: { labelColor: palette.quiet, itemPaddingBottom: 12, colonMarginRight: 12, titleMarginBottom: 8 },
    List: {
      colorBorder: palette.line,
      itemPadding: '12px 16px',
      itemPaddingSM: '8px 12px',
      metaMarginBottom: 0,
    },
    Typography: {
      titleMarginTop: 0,
      titleMarginBottom: 0,
      fontSizeHeading1: 20,
      lineHeightHeading1: 28 / 20,
      fontSizeHeading2: 16,
      lineHeightHeading2: 24 / 16,
      fontSizeHeading3: 14,
      lineHeightHeading3: 22 / 14,
    },
    Dropdown: { paddingBlock: 9, controlPaddingHorizontal: 12, marginXS: 12, controlItemBgHover: palette.hover },
    Drawer: { paddingLG: 0 },
    Avatar: { colorTextPlaceholder: palette.primarySoft, colorTextLightSolid: palette.primary },
    Tooltip: { fontSize: 13, colorTextLightSolid: palette.ground },
    Tabs: { horizontalItemGutter: 24, marginSM: 8, itemColor: palette.quiet, itemHoverColor: palette.text },
    Progress: { remainingColor: palette.line, defaultColor: palette.primary },
    Statistic: { titleFontSize: 13, contentFontSize: 22 },
    Notification: { width: 380, fontSizeLG: 14, lineHeightLG: 22 / 14, colorTextHeading: palette.text },
    Segmented: {
      trackBg: palette.surface,
      trackPadding: 3,
      itemColor: palette.quiet,
      itemHoverColor: palette.text,
      itemHoverBg: 'transparent',
      itemSelectedBg: palette.primarySoft,
      itemSelectedColor: palette.text,
    },
  };
}

/** Restores the exact colours, since antd's algorithms shift the hues of their seeds. */
function exactly(palette: Palette): NonNullable<MapAlgorithm> {
  const exact = {
    colorPrimary: palette.primary,
    colorSuccess: palette.primary,
    colorWarning: palette.attention,
    colorError: palette.danger,
    colorInfo: palette.information,
    colorLink: palette.primary,
  };
  return (_seed, map) => ({ ...map, ...exact }) as ReturnType<MapAlgorithm>;
}

/**
 * Returns antd's theme with the product's colours, fonts and sizes. Without antd's custom properties (`cssVar`), because
 * each component would write them again as it mounts: a tenth of the CPU time until a list is painted.
 */
export function antdTheme(name: ThemeName, hasMotion = !wantsStillness()): ThemeConfig {
  const palette = palettes[name];
  return {
    algorithm: [name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, exactly(palette)],
    // Motion is turned off here, because animations shortened by CSS leave dropdowns at their start, off the screen.
    token: { ...baseTokens(palette), motion: hasMotion },
    components: componentTokens(palette),
  };
}
