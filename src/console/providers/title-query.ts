import type { Plugin } from 'vite';

/** Vite plugin for `NAME.json?title`: a module with only the title of a locale file. */
export const titleQuery = (): Plugin => ({
  name: 'title-query',
  enforce: 'pre',
  transform: {
    filter: { id: /\.json\?title$/ },
    handler: (code) => {
      const { title } = JSON.parse(code) as { title: string };
      return { code: `export const title = ${JSON.stringify(title)};`, moduleType: 'js' };
    },
  },
});
