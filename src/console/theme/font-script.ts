import type { Plugin } from 'vite';
import { KEYS } from '../state/store.ts';

const FONT = 'inter-pt.woff2';

/**
 * Vite plugin that lets a page load the font at its start for guests, and for all whose browser has the font in its cache. Others
 * read the first page in the font that stands in for it, until `LateParts` loads it.
 */
export const fontScript = (): Plugin => ({
  name: 'font-script',
  apply: 'build',
  transformIndexHtml(_, { bundle = {} }) {
    const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(FONT));
    if (!file) throw new Error(`The console has no ${FONT}`);
    const script = `try {
  const href = '/${file.fileName}';
  const load = () => {
    document.documentElement.dataset.font = 'inter';
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href }));
  };
  if (localStorage.getItem('${KEYS.accessToken}')) fetch(href, { cache: 'only-if-cached', mode: 'same-origin' }).then(({ ok }) => ok && load(), () => {});
  else load();
} catch {}`;
    return [{ tag: 'script', children: script, injectTo: 'head' }];
  },
});
