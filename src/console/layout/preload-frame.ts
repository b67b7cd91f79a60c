import type { Plugin } from 'vite';
import { KEYS } from '../state/store.ts';

/**
 * Vite plugin that lets the browsers of signed-in users load the chunks with these names (shared ones also under a
 * number) together with the program instead of after it.
 */
export const preloadFrame = (names: readonly string[]): Plugin => ({
  name: 'preload-frame',
  transformIndexHtml(_, { bundle = {} }) {
    const files = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' && names.includes(file.name) ? [`/${file.fileName}`] : [],
    );
    if (files.length === 0) return;
    const script = `try {
  if (localStorage.getItem('${KEYS.accessToken}'))
    for (const href of ${JSON.stringify(files)})
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
} catch {}`;
    return [{ tag: 'script', children: script, injectTo: 'head-prepend' }];
  },
});
