import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { runnerImport, type Plugin } from 'vite';
import { answersModule } from '../../access-control/policy-files.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Routes are read, not drawn: no style is wanted. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? 'export default {}' : null),
};

const withAnswers: Plugin = {
  name: 'with-answers',
  load: (id) => (id.endsWith('?answers') ? answersModule() : null),
};

/** As much of a browser as modules look for while they load. */
function standInForBrowser(): void {
  const media = () => ({ matches: false, addEventListener: () => undefined });
  const location = { origin: 'http://prosa.test', pathname: '/', search: '' };
  const document = { documentElement: { dataset: {} }, addEventListener: () => undefined, querySelector: () => null };
  const window = Object.assign(new EventTarget(), { location, matchMedia: media });
  Object.assign(globalThis, { window, document });
}

async function load<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(join(ROOT, file), {
    ...{ configFile: false, root: ROOT, logLevel: 'error', plugins: [withoutStyles, withAnswers] },
    ssr: { noExternal: [/@refinedev\/react-router/] },
  });
  return module;
}

function addressesOf(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? base : new URL(route.path, `http://x${base}/`).pathname;
    return [...(route.lazy && route.path ? [path] : []), ...addressesOf(route.children ?? [], path)];
  });
}

/** The addresses of every screen (with `:names`), as the product's own routes tell them: behind the sign-in, and before it. */
export async function readScreens(): Promise<{ workspace: string[]; door: string[] }> {
  standInForBrowser();
  const { workspaceRoutes } = await load<{ workspaceRoutes(client: unknown): RouteObject[] }>('src/console/routes.tsx');
  const { doorRoutes } = await load<{ doorRoutes: Record<string, unknown> }>('src/console/door/door-routes.tsx');
  return { workspace: addressesOf(workspaceRoutes({})), door: Object.keys(doorRoutes) };
}
