import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { earlyFrame } from './src/console/layout/early/early-frame.ts';
import { preloadFrame } from './src/console/layout/preload-frame.ts';
import { titleQuery } from './src/console/providers/title-query.ts';
import { fontScript } from './src/console/theme/font-script.ts';
import { staticStyles } from './src/console/theme/static-styles.ts';

const api = process.env.PROSA_API ?? 'http://127.0.0.1:3000';

/**
 * Packages without side effects whose package.json does not declare that. Otherwise the first list that a user opens
 * would load them without using them.
 */
const WITHOUT_SIDE_EFFECTS =
  /node_modules\/(react-markdown|remark-gfm|papaparse|rc-field-form|@rc-component\/async-validator|error-stack-parser|stackframe|@ant-design\/cssinjs)\//;

/**
 * Chunks that keep the number of requests small: one with what every page needs; one with the parts of
 * antd that the sign-in pages share with the workspace; one each with what the sign-in pages, the workspace's frame and
 * its lists add to that; and one with the texts of the frame and of the contents. The frame also holds the small parts that pages with and without a list share. The lists' chunk also
 * holds the contents, the list that people open most. Other pages and dialogs are split only by their lazy imports.
 * Refine's core names the reader of CSV files, and antd's Button the Collapse, without using them: they are apart, so that
 * only those who use them load them.
 */
const CHUNKS = [
  { name: 'csv', test: /node_modules\/papaparse\//, priority: 10 },
  { name: 'collapse', test: /antd\/es\/collapse\/|rc-collapse\//, priority: 6, includeDependenciesRecursively: false },
  { name: 'start', tags: ['$initial' as const], priority: 9 },
  {
    name: 'shared',
    test: /rc-util\/es\/Children|convertToTooltipProps|QuestionCircle|rc-field-form\/es\/(\w+Context|useForm|utils\/(?!validate))/,
    priority: 8,
  },
  { name: 'fields', test: /rc-field-form\/|async-validator\//, priority: 7 },
  {
    name: 'base',
    test: /antd\/es\/(alert|button|flex|form\/(util|hooks\/useForm)|grid\/(index|hooks)|tooltip|input\/Input)|EyeOutlined|console\/(components\/logo|providers\/failure)/,
    priority: 5,
  },
  { name: 'form', test: /antd\/es\/(divider|form|grid|input\/(Password|OTP))/, priority: 4 },
  { name: 'guest', test: /console\/(layout|features\/identity)\/(auth-|login\/)/, priority: 3 },
  {
    name: 'frame',
    test: /console\/(layout\/workspace-layout|components\/(page-frame|states|moment-text|needs-context|status-dot)|resource\/field-cell)|antd\/es\/switch\/|rc-util\/es\/Dom\/styleChecker/,
    priority: 2,
  },
  { name: 'rows', test: /console\/.*(resource\/list-page|content-list-page)/, priority: 1 },
  { name: 'messages', test: /locales\/pt-BR\/(layout|resource|contents)\.json$/ },
];

const consoleBuild: UserConfig = {
  root: 'src/console',
  publicDir: false,
  plugins: [
    react(),
    titleQuery(),
    staticStyles(),
    fontScript(),
    earlyFrame(),
    preloadFrame(['shared', 'base', 'frame', 'messages', 'validation'], ['axios'], ['rows']),
  ],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: { port: 5173, proxy: { '/api/': api, '/w/': api } },
};

const WIDGET_PROGRAMS = ['loader', 'panel', 'message-form'] as const;
type WidgetProgram = (typeof WIDGET_PROGRAMS)[number];
const isWidgetProgram = (mode: string): mode is WidgetProgram => WIDGET_PROGRAMS.some((one) => one === mode);

/**
 * Returns the build of one of the widget's programs. They are built separately, because the loader is a classic script
 * and must not share chunks with the panel and its form, which are modules. The loader uses library mode, which adds no preload code
 * around its import. The panel does not, because library mode would not remove its whitespace.
 */
const widgetBuild = (program: WidgetProgram): UserConfig => {
  const source = program === 'panel' ? 'mount' : program;
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
            lib: { entry, name: 'Prosa', formats: ['iife'], fileName: () => 'loader.js' },
          }
        : {
            rolldownOptions: {
              input: entry,
              preserveEntrySignatures: 'strict',
              output: { format: 'es', entryFileNames: `${program}.js` },
            },
          }),
    },
  };
};

/** `vite build` builds the console; `--mode loader` and so on build the widget's programs. */
export default defineConfig(({ mode }) => (isWidgetProgram(mode) ? widgetBuild(mode) : consoleBuild));
