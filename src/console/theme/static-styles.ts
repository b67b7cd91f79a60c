import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement as h, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { KEYS, type ThemeName } from '../state/store.ts';
import { antdTheme } from './antd-theme.ts';
import { tokensCss } from './tokens.ts';

type Audience = 'guest' | 'member';

/**
 * The components that the sign-in pages (`guest`), and the workspace's frame and its lists (`member`) render first.
 * antd creates the styles of all other components in the browser, as usual, so a sample that is missing here only costs time.
 */
const SAMPLES: Record<Audience, readonly ReactNode[]> = {
  guest: [
    h(antd.Form, null, h(antd.Form.Item, { label: 'a' })),
    h(antd.Input.Password),
    h(antd.Button),
    h(antd.Flex),
    h(antd.Divider),
    h(antd.Skeleton),
  ],
  member: [
    h(antd.Layout, null, h(antd.Layout.Sider), h(antd.Layout.Header)),
    h(antd.Menu, { items: [{ key: 'a', label: 'a' }] }),
    h(antd.Dropdown, { menu: { items: [] }, children: h('i') }),
    h(antd.Tooltip, { title: 'a', children: h('i') }),
    h(antd.Input),
    h(antd.Select),
    h(antd.Button),
    h(antd.Flex),
    h(antd.Tag),
    h(antd.Table, { rowSelection: {}, columns: [{ dataIndex: 'a', sorter: true }] }),
    h(antd.Pagination, { total: 1 }),
    h(antd.Switch),
    h(antd.Skeleton),
  ],
};

/** Rules for buttons in colours that the console does not use. */
const OTHER_BUTTONS = /[^{}]*\.ant-btn-color-(?!default|primary|dangerous|link)[^{}]*\{[^{}]*\}/g;

function extractStyles(audience: Audience, theme: ThemeName, hasMotion: boolean): string {
  const cache = createCache();
  const app = h(antd.ConfigProvider, { theme: antdTheme(theme, hasMotion) }, h(antd.App, null, ...SAMPLES[audience]));
  renderToString(h(StyleProvider, { cache }, app));
  return extractStyle(cache, { plain: true, types: 'style' }).replace(OTHER_BUTTONS, '');
}

/** A style sheet for each audience and theme, with and without motion, by its name. */
const SHEETS: Record<string, () => string> = Object.fromEntries(
  (['guest', 'member'] as const).flatMap((audience) =>
    (['dark', 'light'] as const).flatMap((theme) => [
      [`${audience}-${theme}`, () => extractStyles(audience, theme, true)],
      [`${audience}-${theme}-still`, () => extractStyles(audience, theme, false)],
    ]),
  ),
);

/** Puts the custom properties of the colors into the page. */
const tokenStyles: Plugin = {
  name: 'token-styles',
  transformIndexHtml: () => [{ tag: 'style', children: tokensCss(), injectTo: 'head' }],
};

const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Creates antd's first styles at build time. The page loads only those of its audience and theme, first of its style sheets, so that
 * the product's override them. antd itself creates the styles of a theme that is chosen later.
 *
 * All style sheets are at the end of the page. In its head they would hold the first paint back.
 *
 * antd looks for these styles once, at its first render. Browsers hold module scripts back for a style sheet of the
 * parser only, hence `document.write`: with a link that a script appends, antd may look before it has loaded.
 */
const antdStyles: Plugin = {
  name: 'static-styles',
  apply: 'build',
  buildStart() {
    for (const [name, extract] of Object.entries(SHEETS))
      this.emitFile({ type: 'asset', name: `${name}.css`, source: extract() });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.keys(SHEETS).map((name) => [
        name,
        Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(`${name}.css`))?.fileName,
      ]);
      const script = `try {
  const theme = localStorage.getItem('${KEYS.theme}') === 'light' ? 'light' : 'dark';
  const audience = localStorage.getItem('${KEYS.accessToken}') ? 'member' : 'guest';
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches ? '-still' : '';
  const href = '/' + ${JSON.stringify(Object.fromEntries(files))}[audience + '-' + theme + still];
  document.write('<link rel="stylesheet" href="' + href + '">');
} catch {}`;
      const sheets = html.match(STYLE_SHEETS)?.join('') ?? '';
      return html
        .replaceAll(STYLE_SHEETS, '')
        .replace('</body>', () => `<script>${script}</script>${sheets}\n  </body>`);
    },
  },
};

const TO_HEAD = 'document.head.appendChild(link)';

/** Appends the style sheets of a chunk to the body: in the head they would come before antd's and be overridden. */
const lateStyles: Plugin = {
  name: 'late-styles',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return undefined;
    if (!code.includes(TO_HEAD)) throw new Error("Vite's preload helper appends style sheets in another way");
    return code.replace(TO_HEAD, 'document.body.appendChild(link)');
  },
};

/** Vite plugins that write styles into the page before its scripts run. */
export const staticStyles = (): Plugin[] => [tokenStyles, antdStyles, lateStyles];
