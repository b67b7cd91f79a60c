import type { Plugin } from 'vite';
import { KEYS } from '../state/store.ts';

/**
 * Vite plugin that lets the browsers of signed-in users load the chunks with these names (shared ones also under a
 * number) and their styles together with the program instead of after it: `everywhere`, on the first page also `first`, and
 * on all others `inside`.
 */
export const preloadFrame = (
  everywhere: readonly string[],
  first: readonly string[],
  inside: readonly string[],
): Plugin => ({
  name: 'preload-frame',
  transformIndexHtml(_, { bundle = {} }) {
    const filesOf = (names: readonly string[]) =>
      Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && names.includes(file.name)
          ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`)
          : [],
      );
    const files = filesOf(everywhere);
    if (files.length === 0) return;
    const script = `try {
  if (localStorage.getItem('${KEYS.accessToken}'))
    for (const href of ${JSON.stringify(files)}.concat(location.pathname === '/' ? ${JSON.stringify(filesOf(first))} : ${JSON.stringify(filesOf(inside))}))
      document.head.append(Object.assign(document.createElement('link'), href.endsWith('.css') ? { rel: 'preload', as: 'style', crossOrigin: '', href } : { rel: 'modulepreload', href }));
} catch {}`;
    return [{ tag: 'script', children: script, injectTo: 'head-prepend' }];
  },
});
