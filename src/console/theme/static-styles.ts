import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement as h, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { antdTheme } from './antd-theme.ts';

/**
 * The components that the sign-in pages, the workspace's frame and its lists render first. antd creates the styles of
 * all other components in the browser, as usual, so a sample that is missing here only costs time.
 */
const SAMPLES: readonly ReactNode[] = [
  h(antd.Layout, null, h(antd.Layout.Sider), h(antd.Layout.Header)),
  h(antd.Menu, { items: [{ key: 'a', label: 'a' }] }),
  h(antd.Dropdown, { menu: { items: [] }, children: h('i') }),
  h(antd.Tooltip, { title: 'a', children: h('i') }),
  h(antd.Form, null, h(antd.Form.Item, { label: 'a' })),
  h(antd.Input.Search),
  h(antd.Select),
  h(antd.Button),
  h(antd.Avatar),
  h(antd.Flex),
  h(antd.Tag),
  h(antd.Typography.Title),
  h(antd.Progress),
  h(antd.Table, { rowSelection: {}, columns: [{ dataIndex: 'a', sorter: true }] }),
  h(antd.Pagination, { total: 1 }),
  h(antd.Switch),
  h(antd.Skeleton),
  h(antd.Modal),
];

/** Returns the styles of the samples. They refer to the theme's custom properties, so one text serves every theme. */
function extractStyles(): string {
  const cache = createCache();
  const app = h(antd.ConfigProvider, { theme: antdTheme('dark') }, h(antd.App, null, ...SAMPLES));
  renderToString(h(StyleProvider, { cache }, app));
  return extractStyle(cache, { plain: true, types: 'style' });
}

const NAME = 'virtual:static-styles';
const ID = `\0${NAME}.css`;

/** Vite plugin that creates antd's first styles at build time, as the style sheet `virtual:static-styles`. */
export const staticStyles = (): Plugin => ({
  name: 'static-styles',
  resolveId: (id) => (id === NAME ? ID : null),
  load: (id) => (id === ID ? extractStyles() : null),
});
