import { readFileSync } from 'node:fs';
import { cyclesOf, type Import, type Project } from './imports.ts';

/** A violation of a rule: the file, and what is wrong in it. */
interface Violation {
  file: string;
  what: string;
}
export type Rule = (project: Project) => Violation[];

// Outgoing webhooks come early, because every capability behind them records events for them.
const CAPABILITIES = [
  'identity',
  'outgoing-webhooks',
  'billing',
  'knowledge',
  'chat',
  'channels',
  'insight',
  'programs',
  'staff',
];
/** The shared folders of the server, and which of the others each may import. */
const SHARED_FOLDERS: Record<string, readonly string[]> = {
  runtime: ['db', 'outbound'],
  db: ['runtime'],
  outbound: [],
  providers: ['runtime', 'db', 'outbound'],
  'personal-data': [],
  audit: ['runtime', 'db'],
  jobs: ['runtime', 'db'],
  mail: ['runtime', 'db', 'jobs', 'outbound'],
  http: ['runtime', 'db', 'audit'],
  resource: ['runtime', 'db', 'audit', 'http'],
};
/** The layers, and which layers each may import. */
const LAYERS: Record<string, readonly string[]> = {
  'resources/kit': ['resources/kit'],
  resources: ['resources/kit', 'src/shared'],
  'resources/index.ts': ['resources', 'resources/kit', 'src/shared'],
  // Rules that resources and plain forms share (email, web address) are in the kit.
  'src/shared': ['src/shared', 'resources/kit'],
  // The rows of a permission follow from the scope of the resource.
  'access-control': ['access-control', 'resources/index.ts', 'resources/kit'],
  'src/search': ['src/search', 'src/shared', 'locales'],
  // Pages are read through the server's guard of outgoing HTTP.
  'src/reading': ['src/reading', 'src/search', 'src/shared', 'src/server/outbound'],
  'src/server': [
    'src/server',
    'src/server/outbound',
    'src/search',
    'src/reading',
    'resources',
    'resources/index.ts',
    'resources/kit',
    'access-control',
    'src/shared',
    'locales',
  ],
  'src/server/outbound': ['src/server/outbound'],
  'src/console': [
    'src/console',
    'resources',
    'resources/index.ts',
    'resources/kit',
    'access-control',
    'src/shared',
    'locales',
    'src/widget',
  ],
  'src/widget': ['src/widget', 'src/shared'],
};
const PACKAGES: Record<string, readonly string[]> = {
  'resources/kit': ['zod'],
  resources: [],
  'resources/index.ts': [],
  'src/shared': ['zod'],
  'access-control': ['casbin'],
  'src/widget': [],
};
const LAYER_NAMES = [...Object.keys(LAYERS), 'locales', 'tests', 'benches'].sort((a, b) => b.length - a.length);

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
const layerOf = (path: string) => LAYER_NAMES.find((layer) => isIn(layer, path)) ?? path;
/** Returns the folder or file below src/server that contains a path; undefined outside of the server. */
const serverFolderOf = (path: string) => (isIn('src/server', path) ? path.split('/')[2] : undefined);
const isCapability = (folder: string | undefined): folder is string =>
  folder !== undefined && CAPABILITIES.includes(folder);
/** Whether a file defines the routes of a capability or of its direct subfolder. */
const isRoutes = (path: string) =>
  isCapability(serverFolderOf(path)) && /^([^/]+\/)?routes\.ts$/.test(path.split('/').slice(3).join('/'));
/** Returns the capability that a file of the console's features belongs to. */
const featureOf = (path: string) => (isIn('src/console/features', path) ? path.split('/')[3] : undefined);
/**
 * Returns the screen that a file belongs to: its folder below the capability. Files shared by several screens are not
 * in such a folder.
 */
const screenOf = (path: string) => (featureOf(path) && path.split('/').length > 5 ? path.split('/')[4] : undefined);
const SHARED_BY_SCREENS = ['auth-pages', 'pause', 'second-factor', 'stripe'];
/** The floors of the console, lowest first. The files beside them are above all floors: they join them. */
const FLOORS = ['state', 'theme', 'http', 'session', 'providers', 'components', 'resource', 'layout', 'features'];
const floorOf = (path: string) => {
  const folder = isIn('src/console', path) ? path.split('/').slice(2, -1)[0] : undefined;
  return folder === undefined ? FLOORS.length : FLOORS.indexOf(folder);
};

const blame = ({ from, line, to }: Import, what = 'imports') => ({ file: from, what: `line ${line}: ${what} ${to}` });
/** Creates a rule about single imports. */
const forbids =
  (isForbidden: (one: Import) => boolean, what?: string): Rule =>
  ({ imports }) =>
    imports.filter(isForbidden).map((one) => blame(one, what));
const forbidsFiles =
  (isForbidden: (path: string) => boolean, what: string): Rule =>
  ({ files }) =>
    files.filter(({ path }) => isForbidden(path)).map(({ path }) => ({ file: path, what }));

/** The browser must not load Node's modules, not even indirectly. */
const browserNeverReachesNode: Rule = ({ imports }) => {
  const running = imports.filter((one) => one.kind !== 'type');
  const isBrowsers = (path: string) => /^(src\/(console|widget|shared)|resources)\//.test(path);
  const loaded = new Set(['access-control/permissions.ts', ...running.map((one) => one.from).filter(isBrowsers)]);
  for (const path of loaded) {
    for (const one of running) if (one.from === path && one.target === 'file') loaded.add(one.to);
  }
  return running.filter((one) => one.target === 'node' && loaded.has(one.from)).map((one) => blame(one));
};

function isBeyondSharedFolder({ from, to }: Import): boolean {
  const [own, other] = [serverFolderOf(from), serverFolderOf(to)];
  const allowed = SHARED_FOLDERS[own ?? ''];
  return allowed !== undefined && other !== undefined && other !== own && !allowed.includes(other);
}

/** The files of the engine that register routes. */
const ENGINE_ROUTES = [
  'router',
  'serve',
  'actions',
  'bulk',
  'create-many',
  'guard-fields',
  'export-route',
  'history-route',
  'live-route',
  'cards-route',
].map((name) => `src/server/resource/${name}.ts`);

const seesHttp = (path: string) =>
  isRoutes(path) ||
  isIn('src/server/http', path) ||
  ['src/server/app.ts', 'src/server/main.ts', ...ENGINE_ROUTES].includes(path);

const CHECKED_NAMES = /\.(tsx?|m?js|css)$|^locales\/.*\.json$/;
const KEBAB_FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const KEBAB_FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
const VAGUE = /(^|-)(util(itie)?s?|helpers?|common|misc|managers?)$/;

function isNotKebab(path: string): boolean {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  return !KEBAB_FILE.test(file) || folders.some((folder) => folder !== 'pt-BR' && !KEBAB_FOLDER.test(folder));
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Packages that only development loads, although a file in `src` imports them. */
const DEVELOPMENT: Record<string, string> = {
  'src/server/db/generate.ts': 'drizzle-kit',
  'src/console/app.tsx': '@tanstack/react-query-devtools',
};
/** `virtual:` names a module that a build plugin creates; `!` names one that a loader creates. */
const isMadeByBuild = (name: string) => /^(!|virtual:)/.test(name);
const runsInProduction = (path: string) => /^(src|resources|access-control)\//.test(path);

/** Production installs run `npm ci --omit=dev && npm start`, so `src` must not import development dependencies. */
function isDeclared(from: string, name: string, kind: Import['kind']): boolean {
  if (name in manifest.dependencies) return true;
  const isOptional = kind === 'type' || !runsInProduction(from) || DEVELOPMENT[from] === name;
  return isOptional && (name in manifest.devDependencies || `@types/${name}` in manifest.devDependencies);
}

/**
 * Ways to put values into SQL text: the driver's inlining, raw text that is not constant, and templates sent as they
 * are.
 */
const INLINED_SQL = [
  /\binlineParams\b/,
  /\bsql\.raw\(\s*(?!'[^']*'\s*\)|"[^"]*"\s*\)|`[^`$]*`\s*\))/,
  /\b(query|execute)(<[^()]*>)?\(\s*(`[^`]*\$\{|['"`][^'"`]*['"`]\s*\+)/,
  /\b(escapeLiteral|escapeIdentifier)\b/,
];
/** SQL of the schema, from which migrations are generated, and of declarations: both are part of the program. */
const PROGRAM_SQL = ['src/server/db/columns.ts', 'src/server/resource/computed-value.ts'];

/**
 * Values must be bind parameters: SQL text that contains values allows injection on servers with other quoting rules.
 */
const valuesAreBound: Rule = ({ files }) =>
  files
    .filter(({ path }) => isIn('src/server', path) && !PROGRAM_SQL.includes(path))
    .filter(({ text }) => INLINED_SQL.some((pattern) => pattern.test(text)))
    .map(({ path }) => ({ file: path, what: 'writes a value into SQL text instead of binding it' }));

const reportCycles =
  (select: (project: Project) => Project): Rule =>
  (project) =>
    cyclesOf(select(project)).map((cycle) => ({
      file: cycle[0] ?? '',
      what: `is in an import cycle: ${cycle.join(' > ')}`,
    }));

/** Counts imports of types like any others. */
const serverFiles = ({ imports, ...project }: Project): Project => ({
  ...project,
  imports: imports
    .filter(({ from }) => isIn('src/server', from))
    .map((one) => (one.kind === 'type' ? { ...one, kind: 'static' } : one)),
});

const KNOWLEDGE = 'src/server/knowledge';
/** Replaces each file by the folder of `knowledge` that it is in; a file beside these folders counts as one. */
const knowledgeFolders = (project: Project): Project => {
  const folderOf = (path: string) => path.split('/').slice(0, 4).join('/');
  const { imports, ...rest } = serverFiles(project);
  const between = imports.filter(({ from, to }) => isIn(KNOWLEDGE, from) && folderOf(from) !== folderOf(to));
  return { ...rest, imports: between.map((one) => ({ ...one, from: folderOf(one.from), to: folderOf(one.to) })) };
};

/** All rules, by description. Tests may import whatever they test. */
export const RULES: Record<string, Rule> = {
  'a layer imports only lower layers': forbids(({ from, to, target }) => {
    const allowed = LAYERS[layerOf(from)];
    return target === 'file' && allowed !== undefined && !allowed.includes(layerOf(to));
  }),
  'a layer imports only its allowed packages': forbids(({ from, to, target }) => {
    const allowed = PACKAGES[layerOf(from)];
    return target === 'package' && allowed !== undefined && !allowed.includes(to);
  }),
  'packages imported in production are declared as dependencies': forbids(
    ({ from, to, target, kind }) => target === 'package' && !isMadeByBuild(to) && !isDeclared(from, to, kind),
    'package.json does not declare',
  ),
  'browser code never imports a module of Node': browserNeverReachesNode,
  'the widget imports only types from shared': forbids(
    ({ from, to, kind }) => isIn('src/widget', from) && isIn('src/shared', to) && kind !== 'type',
  ),
  'the console imports only the panel of the widget': forbids(
    ({ from, to }) => isIn('src/console', from) && isIn('src/widget', to) && to !== 'src/widget/panel.ts',
  ),
  'every folder of the server is known': forbidsFiles((path) => {
    const folder = serverFolderOf(path);
    return (
      folder !== undefined &&
      /\//.test(path.slice('src/server/'.length)) &&
      !isCapability(folder) &&
      !SHARED_FOLDERS[folder]
    );
  }, 'is in an unknown folder of the server'),
  'a capability imports only capabilities to its left': forbids(({ from, to }) => {
    const [own, other] = [serverFolderOf(from), serverFolderOf(to)];
    return isCapability(own) && isCapability(other) && CAPABILITIES.indexOf(other) > CAPABILITIES.indexOf(own);
  }),
  'only app.ts imports routes.ts': forbids(
    ({ from, to }) => isRoutes(to) && isIn('src', from) && from !== 'src/server/app.ts',
  ),
  'only routes, http and the start use HTTP': forbids(({ from, to, target }) => {
    const isHttp =
      target === 'package'
        ? /^(fastify(-.*)?|@fastify\/.*)$/.test(to)
        : isIn('src/server/http', to) || ENGINE_ROUTES.includes(to);
    return isHttp && isIn('src', from) && !seesHttp(from);
  }),
  'a shared folder of the server imports no capability, and only its allowed shared folders':
    forbids(isBeyondSharedFolder),
  'src/server/http imports no resource declarations': forbids(
    ({ from, to }) => isIn('src/server/http', from) && isIn('resources', to),
  ),
  'no folder of the server imports main.ts or app.ts': forbids(
    ({ from, to }) =>
      (to === 'src/server/main.ts' && isIn('src', from)) ||
      (to === 'src/server/app.ts' && isIn('src/server', from) && from.split('/').length > 3),
  ),
  'a screen imports no other screen': forbids(({ from, to }) => {
    const [own, other] = [screenOf(from), screenOf(to)];
    return own !== undefined && other !== undefined && own !== other && !SHARED_BY_SCREENS.includes(other);
  }),
  'a feature of the console imports no feature of another capability': forbids(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)];
    return own !== undefined && other !== undefined && own !== other;
  }),
  'a floor of the console imports only lower floors': forbids(
    ({ from, to }) => isIn('src/console', from) && isIn('src/console', to) && floorOf(to) > floorOf(from),
  ),
  'every value of a statement is a bind parameter': valuesAreBound,
  'no import cycles': reportCycles((project) => project),
  'no import cycles on the server, not even of types': reportCycles(serverFiles),
  'no import cycles between the folders of knowledge': reportCycles(knowledgeFolders),
  'no barrels but resources/index.ts': ({ files, barrels }) =>
    files
      .filter(({ path }) => path !== 'resources/index.ts')
      .filter(({ path }) => /(^|\/)index\.(tsx?|m?js)$/.test(path) || barrels.includes(path))
      .map(({ path }) => ({ file: path, what: 'only re-exports, or is named like a barrel' })),
  'names are kebab-case': forbidsFiles(
    (path) => CHECKED_NAMES.test(path) && isNotKebab(path),
    'is not named in kebab-case',
  ),
  'names are specific': forbidsFiles(
    (path) => path.split('/').some((part) => VAGUE.test(part.replace(/\..*$/, ''))),
    'has a vague name (utils, helpers, common, misc, manager)',
  ),
  'every import can be resolved': forbids(
    // The loader imports the panel from the host it was loaded from, which is not known statically.
    ({ target, from }) =>
      target === 'unresolved' || (target === 'computed' && !isIn('tests', from) && from !== 'src/widget/loader.ts'),
    'imports a module that cannot be resolved:',
  ),
};
