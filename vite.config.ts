import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { resources } from './resources/index.ts';
import { staticStyles } from './src/console/theme/static-styles.ts';

const api = process.env.PROSA_API ?? 'http://127.0.0.1:3000';

/** They have no side effects but do not say so in their package.json; unused, they would still be in every first list. */
const WITHOUT_SIDE_EFFECTS = /node_modules\/(react-markdown|remark-gfm|papaparse)\//;

/**
 * The console arrives in few requests: what every page needs, what the sign-in pages, the workspace's frame and its lists add
 * to it, each with all that it imports; and the words of the frame, whose menu names the resources. Pages and dialogs are split
 * by their lazy imports alone.
 */
const menuWords = resources.flatMap(({ name, scope }) => (scope === 'platform' ? [] : [name])).join('|');
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: 'guest', test: /console\/(layout\/auth-layout|features\/identity\/(auth-pages|login)\/)/, priority: 3 },
  { name: 'frame', test: /console\/(layout\/workspace-layout|components\/(page-frame|states))/, priority: 2 },
  { name: 'list', test: /console\/resource\/list-page/, priority: 1 },
  { name: 'words', test: new RegExp(`locales/pt-BR/(layout|errors|resource|${menuWords})\\.json`) },
];

const consoleBuild: UserConfig = {
  root: 'src/console',
  publicDir: false,
  plugins: [react(), staticStyles()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/w/': api } },
};

/**
 * The widget's two programs are built one after the other: a classic script must not share a chunk with a module. The
 * loader is a library, or Vite would put its preloading around the import; the panel is none, or it would keep its spaces.
 */
const widgetBuild = (program: 'loader' | 'panel'): UserConfig => {
  const source = program === 'loader' ? 'loader' : 'mount';
  const entry = fileURLToPath(new URL(`src/widget/${source}.ts`, import.meta.url));
  return {
    publicDir: false,
    build: {
      outDir: 'dist/widget',
      emptyOutDir: false,
      modulePreload: false,
      target: ['chrome111', 'firefox114', 'safari16.4'],
      ...(program === 'loader'
        ? {
            lib: {
              entry,
              name: 'Prosa',
              formats: ['iife'],
              fileName: () => 'loader.js',
            },
          }
        : {
            rolldownOptions: {
              input: entry,
              preserveEntrySignatures: 'strict',
              output: { format: 'es', entryFileNames: 'panel.js' },
            },
          }),
    },
  };
};

/** `vite build` makes the console; `--mode loader` and `--mode panel` make the widget. */
export default defineConfig(({ mode }) => (mode === 'loader' || mode === 'panel' ? widgetBuild(mode) : consoleBuild));
