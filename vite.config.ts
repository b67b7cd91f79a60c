import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { answersModule } from './access-control/policy-files.ts';
import { resources } from './resources/index.ts';
import { firstRows, isAskedAhead } from './src/console/resource/first-rows.ts';

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Parts of libraries that the console needs nothing of; each stand-in says why. */
const STAND_INS = {
  papaparse: own('src/console/providers/no-spreadsheets.ts'),
  'side-channel': own('src/console/providers/side-channel.ts'),
};

const POLICY = ['model.conf', 'policy.csv'].map((file) => own(`access-control/${file}`));
/** What `policy.csv?answers` stands for: Casbin is asked here, once, and not in each browser that opens a page. */
export const policyAnswers: Plugin = {
  name: 'policy-answers',
  async load(id) {
    if (!id.endsWith('/policy.csv?answers')) return null;
    for (const file of POLICY) this.addWatchFile(file);
    return answersModule();
  },
};

const RAW_TAG = own('src/console/providers/raw-tag.ts');
/** lodash's modules ask for each other by relative paths, which no alias reaches. */
const withoutUnmasking: Plugin = {
  name: 'without-unmasking',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './_getRawTag.js' && importer?.includes('/node_modules/lodash-es/') ? RAW_TAG : null,
};

/** The modules that every screen behind the sign-in is drawn with, though none of them is in the page's first program. */
const FRAME_MODULES = ['src/console/workspace.tsx', 'locales/pt-BR/layout.json'];

const START = own('src/console/start.js');

/**
 * Writes start.js into the page, with the names of the pieces of those modules and the calls of the lists: where somebody
 * is signed in, it asks for them at once; found by the modules themselves, they would come one after the other.
 */
const headStart: Plugin = {
  name: 'head-start',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
      const closureOf = (chunk: Chunk | undefined, found = new Set<Chunk>()): Set<Chunk> => {
        if (!chunk || found.has(chunk)) return found;
        found.add(chunk);
        for (const name of chunk.imports)
          closureOf(
            chunks.find(({ fileName }) => fileName === name),
            found,
          );
        return found;
      };
      const entry = closureOf(chunks.find(({ isEntry }) => isEntry));
      const wanted = FRAME_MODULES.flatMap((module) => [
        ...closureOf(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))),
      ]).filter((chunk) => !entry.has(chunk));
      const files = wanted.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
      const pieces = [...new Set(files)].map((file) => `/${file}`).join(' ');
      const lists = JSON.stringify(
        Object.fromEntries(resources.filter(isAskedAhead).map((one) => [one.path, firstRows(one)])),
      );
      const script = readFileSync(START, 'utf8').replace(/^\/\*.*?\*\/\n/s, '');
      return html.replace(
        '<!-- start.js -->',
        () => `<script data-pieces="${pieces}" data-lists='${lists}'>${script}</script>`,
      );
    },
  },
};
type Chunk = Rolldown.OutputChunk;

/**
 * Tells V8 that every function of a script runs as it loads: all are compiled off the main thread, while it arrives
 * (https://v8.dev/blog/explicit-compile-hints). Only a comment before all else is heard.
 */
const RUN_AT_ONCE = '//# allFunctionsCalledOnLoad';

/** For the two programs that draw the first screen, of which each visit runs thousands of functions. */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  generateBundle: {
    // Vite writes the files of dynamic imports before all that a banner says.
    order: 'post',
    handler(_, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && (one.isEntry || one.name === 'frame')) one.code = `${RUN_AT_ONCE}\n${one.code}`;
    },
  },
};

const api = process.env.PROSA_API ?? 'http://127.0.0.1:3000';

const MENU_WORDS =
  /locales\/pt-BR\/(layout|errors|validation|resource|contexts|contents|hyperlinks|conversations|users)\.json/;
/** Refine's devtools read who asked, in development: what is built has none. */
const NO_DEVTOOLS = { 'error-stack-parser': own('src/console/providers/no-stack-parser.ts') };
/** antd's inputs ask these for one small part each; they do not say themselves that the rest may go. */
const WITHOUT_SIDE_EFFECTS = /node_modules\/(rc-[a-z-]+|@rc-component\/[a-z-]+)\//;
/** What draws the screens: whatever most of them share comes with the first. */
const PARTS =
  /node_modules\/(antd|rc-[a-z-]+|@rc-component|@ant-design|@babel\/runtime|@emotion|stylis|classnames|react-is|resize-observer-polyfill|throttle-debounce)\//;
const MOST_SCREENS = 26;
/** The engine's list draws most screens, and that of the contents is the one that most visits are for. */
const FRAME = /src\/console\/(workspace|resource\/list-page|pages\/content-list\/content-list-page)\.tsx/;

/**
 * The program in few files, as each one costs the page more than its bytes (a request, a message, a script to be made
 * ready): the door, the frame with what every list needs, and what most screens share; then what each needs of its own.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    // First, or the frame would take what the door needs too.
    { name: 'door', tags: ['$initial' as const], includeDependenciesRecursively: true },
    { name: 'words', test: MENU_WORDS },
    { name: 'frame', test: FRAME, includeDependenciesRecursively: true },
    // antd's theme, without which nothing of antd is drawn.
    { name: 'theme', test: /src\/console\/theme\/themed\.tsx/, includeDependenciesRecursively: true },
    { name: 'parts', test: PARTS, minShareCount: MOST_SCREENS },
  ],
};

const consoleBuild = (isBuild: boolean): UserConfig => ({
  root: 'src/console',
  publicDir: false,
  plugins: [react(), policyAnswers, withoutUnmasking, headStart, compiledAhead],
  resolve: {
    alias: isBuild ? { ...STAND_INS, ...NO_DEVTOOLS } : STAND_INS,
  },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }],
        // Schemas that no screen checks by are left out; nothing else tells that making one does nothing.
        manualPureFunctions: ['z'],
      },
      output: { codeSplitting },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/w/': api } },
});

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
export default defineConfig(({ mode, command }) =>
  mode === 'loader' || mode === 'panel' ? widgetBuild(mode) : consoleBuild(command === 'build'),
);
