import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

/** casbin asks for Buffer in the browser. */
const bufferForCasbin = {
  transform: { inject: { Buffer: ['buffer', 'Buffer'] as [string, string] } },
};

const api = process.env.PROSA_API ?? 'http://127.0.0.1:3000';

/**
 * What every list needs comes in few pieces: each request costs its headers. The forms, calendars and pages keep theirs.
 */
const MENU_WORDS =
  /locales\/pt-BR\/(layout|errors|validation|resource|contexts|contents|hyperlinks|conversations|users)\.json/;
const FOR_FORMS =
  'form-|resource-form|field-input|faq-|drop-zone|file-|moment-picker|range-panel|progress|show-page|tabs|unsaved';
const LISTS = new RegExp(`src/console/resource/(?!${FOR_FORMS})|src/shared/form-messages`);
/** What the frame and the lists share of libraries, which would be split into many small pieces. */
const FRAME =
  /node_modules\/(@tanstack|@refinedev\/core|i18next|react-i18next|lodash-es)\/|session\/current-context|antd\/es\/(_util\/statusUtils|form\/hooks\/useVariants)|SearchOutlined/;
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'words', test: MENU_WORDS },
    { name: 'policy', test: /access-control.*\.(conf|csv)/ },
    { name: 'lists', test: LISTS },
    { name: 'frame', test: FRAME },
  ],
};

const consoleBuild: UserConfig = {
  root: 'src/console',
  publicDir: 'public',
  plugins: [react()],
  resolve: {
    alias: {
      papaparse: fileURLToPath(new URL('src/console/providers/no-spreadsheets.ts', import.meta.url)),
    },
  },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      ...bufferForCasbin,
      external: ['fs'],
      output: { codeSplitting },
    },
  },
  optimizeDeps: { rolldownOptions: bufferForCasbin },
  server: { port: 5173, proxy: { '/api': api, '/w/': api } },
};

/** Tells V8 that every function of a script runs as it loads: all are compiled off the main thread, while it arrives. */
const RUN_AT_ONCE = '//# allFunctionsCalledOnLoad';

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
            rolldownOptions: { output: { postBanner: RUN_AT_ONCE } },
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
