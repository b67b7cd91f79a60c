import { build, type Plugin, type Rolldown, runnerImport } from 'vite';

const SCRIPT = 'src/console/layout/early/draw-frame.ts';
const TABLE = 'src/console/menu-table.tsx';

interface MenuTable {
  menuTable: () => unknown;
  menuIcons: () => unknown;
}

/** Returns the program that draws the frame, with the menu and its icons. */
async function earlyScript(): Promise<string> {
  const { module } = await runnerImport<MenuTable>(`./${TABLE}`, { configFile: false, logLevel: 'error' });
  const outputs = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      EARLY_MENU: JSON.stringify(module.menuTable()),
      EARLY_ICONS: JSON.stringify(module.menuIcons()),
    },
    build: { write: false, target: 'es2022', lib: { entry: SCRIPT, formats: ['iife'], name: 'early' } },
  })) as Rolldown.RolldownOutput[];
  return outputs[0]!.output[0].code;
}

/** Vite plugin that writes into the page what shows signed-in users the frame with their menu before the program. */
export const earlyFrame = (): Plugin => ({
  name: 'early-frame',
  apply: 'build',
  async transformIndexHtml() {
    return [{ tag: 'script', children: await earlyScript(), injectTo: 'head-prepend' }];
  },
});
