import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { Screen } from '../../src/console/providers/screen.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Routes are only read, not rendered, so style sheets are left out. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? 'export default {}' : null),
};

/** The browser globals that modules use while they load. */
function standInForBrowser(): void {
  const media = () => ({ matches: false, addEventListener: () => undefined });
  const location = { origin: 'http://prosa.test', pathname: '/', search: '' };
  const document = { documentElement: { dataset: {} }, addEventListener: () => undefined, querySelector: () => null };
  const window = Object.assign(new EventTarget(), { location, matchMedia: media });
  Object.assign(globalThis, { window, document });
}

async function load<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(join(ROOT, file), {
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [withoutStyles],
    ssr: { noExternal: [/@refinedev\/react-router/] },
  });
  return module;
}

/** The addresses of all screens (with `:names`) from the console's screen map, private and public. */
export async function readScreens(): Promise<{ workspace: string[]; guest: string[] }> {
  standInForBrowser();
  const { screens } = await load<{ screens: readonly Screen[] }>('src/console/screens.tsx');
  const { withChildren } = await load<{ withChildren(list: readonly Screen[]): Screen[] }>(
    'src/console/providers/screens.ts',
  );
  const before = ({ frame }: Screen) => frame === 'guest' || frame === 'public';
  const addressesOf = (list: readonly Screen[]) => withChildren(list).flatMap(({ path }) => path ?? []);
  return {
    workspace: addressesOf(screens.filter((screen) => !before(screen))),
    guest: addressesOf(screens.filter(before)),
  };
}
