import { renderToStaticMarkup } from 'react-dom/server';
import { resources } from '../../resources/index.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { MenuIcon } from './components/menu-icon.tsx';
import { CONTEXT, type EarlyEntry } from './layout/early/early-menu.ts';
import type { MenuMeta } from './layout/menu.ts';
import { listAddress } from './providers/data.ts';
import { readView } from './providers/view.ts';
import { resourcesOf } from './refine-resources.ts';
import { callOf } from './resource/list-call.ts';
import { isPrefetched } from './resource/prefetch-rows.ts';
import { screens } from './screens.tsx';

/* Run by the build only, which writes the menu into index.html. */

type Texts = { [key: string]: Texts | string };
const files = import.meta.glob<Texts>('../../locales/pt-BR/*.json', { eager: true, import: 'default' });

/** Returns the text of a locale key. Throws `Error` without one. */
function textOf(key: string): string {
  const [name = '', ...path] = key.split('.');
  let text: Texts | string | undefined = files[`../../locales/pt-BR/${name}.json`];
  for (const part of path) text = typeof text === 'object' ? text[part] : undefined;
  if (typeof text !== 'string') throw new Error(`The menu has no text for ${key}`);
  return text;
}

/** Returns the call that a list's screen makes first; undefined for a screen that makes another. */
function rowsOf(resource: Resource): string | undefined {
  if (!isPrefetched(resource)) return undefined;
  const context = resource.scope === 'context' ? CONTEXT : undefined;
  return listAddress(callOf(resource, readView(resource, new URLSearchParams()), context));
}

/** Returns all entries of the menu, of customers and of staff, in its order. */
export function menuTable(): EarlyEntry[] {
  const shown = resourcesOf(screens).filter(({ meta }) => !meta?.hide);
  const below = (parent?: string): EarlyEntry[] =>
    shown
      .filter(({ meta }) => meta?.parent === parent)
      .map(({ name, list, meta }) => {
        const { permission, menuPermission = permission, heading } = (meta ?? {}) as MenuMeta;
        const resource = resources.find((one) => one.name === name);
        return {
          label: textOf(String(meta?.label)),
          icon: String(meta?.icon),
          heading: heading && textOf(heading),
          ...(list
            ? { path: String(list), permission: menuPermission, rows: resource && rowsOf(resource) }
            : { children: below(name) }),
        };
      });
  return below();
}

/** Returns the markup of the icons that the menu shows beside its labels, by their names. */
export function menuIcons(): Record<string, string> {
  const names = new Set(menuTable().map(({ icon }) => icon));
  return Object.fromEntries(
    [...names].map((name) => {
      const [svg = ''] = /<svg.*<\/svg>/s.exec(renderToStaticMarkup(<MenuIcon name={name} />)) ?? [];
      return [name, svg.replaceAll(/ (focusable|data-icon|width|height|fill)="[^"]*"/g, '')];
    }),
  );
}
