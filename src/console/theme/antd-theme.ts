import { theme as antd, type ThemeConfig } from 'antd';
import { FONT_FAMILY, MONO_FAMILY, palettes, RADIUS, type Palette, type ThemeName } from './tokens.ts';

type MapAlgorithm = typeof antd.darkAlgorithm;

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function baseTokens(palette: Palette): ThemeConfig['token'] {
  return {
    colorPrimary: palette.primary,
    colorPrimaryHover: palette.primaryHover,
    colorPrimaryActive: palette.primaryPress,
    colorPrimaryBg: palette.primarySoft,
    colorPrimaryBgHover: palette.primarySoft,
    colorPrimaryBorder: palette.primary,
    colorPrimaryText: palette.primary,
    colorLink: palette.primary,
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
    fontFamily: FONT_FAMILY,
    fontFamilyCode: MONO_FAMILY,
    fontSize: 14,
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
    // A list whose animation is cut short by style sheets opens where it began: off the screen.
    motion: !wantsStillness(),
    motionDurationFast: '0.12s',
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
    wireframe: false,
  };
}

function componentTokens(palette: Palette): ThemeConfig['components'] {
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
      paddingInline: 14,
    },
    Input: {
      colorBorder: palette.edge,
      activeShadow: 'none',
      errorActiveShadow: 'none',
      hoverBorderColor: palette.quiet,
      paddingInline: 12,
    },
    InputNumber: { colorBorder: palette.edge, activeShadow: 'none', hoverBorderColor: palette.quiet },
    Select: {
      colorBorder: palette.edge,
      optionSelectedBg: palette.primarySoft,
      optionSelectedFontWeight: 600,
      hoverBorderColor: palette.quiet,
      activeOutlineColor: 'transparent',
      multipleItemBg: palette.hover,
      colorTextQuaternary: palette.quiet,
    },
    DatePicker: {
      colorBorder: palette.edge,
      activeShadow: 'none',
      hoverBorderColor: palette.quiet,
      cellHoverBg: palette.hover,
    },
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
    },
    Dropdown: { paddingBlock: 9, controlPaddingHorizontal: 12, marginXS: 12, controlItemBgHover: palette.hover },
    Drawer: { paddingLG: 0 },
    Avatar: { colorTextPlaceholder: palette.primarySoft, colorTextLightSolid: palette.primary },
    Progress: { remainingColor: palette.line },
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

/** antd's algorithms shift the hues that they are given: these are put back as the look has them. */
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

/** antd's theme in the product's look. */
export function antdTheme(name: ThemeName): ThemeConfig {
  const palette = palettes[name];
  return {
    // The custom properties of one key serve every component, so a change of theme restyles nothing by hand.
    cssVar: { key: 'prosa' },
    hashed: false,
    algorithm: [name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, exactly(palette)],
    token: baseTokens(palette),
    components: componentTokens(palette),
  };
}
