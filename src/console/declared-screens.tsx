import type { Resource } from '../../resources/kit/resource.ts';
import type { LoadPage, Screen } from './providers/screen.ts';

/** The locale files that every form needs, in addition to the resource's own. */
export const FORM_LOCALES = ['resource', 'validation', 'errors'];

const ADDRESSES = { list: '', create: '/new', edit: '/edit/:id', show: '/:id' };

/**
 * Returns a screen's properties as declared by its resource: path, locale files, permission; for lists the menu entry.
 */
export function ofResource(resource: Resource, action: keyof typeof ADDRESSES): Omit<Screen, 'page'> {
  const { name, path, menu, related = [] } = resource;
  return {
    resource,
    action,
    path: path + ADDRESSES[action],
    locales: [name, ...(action === 'show' ? related.map((one) => one.resource) : []), ...FORM_LOCALES],
    permission: [name, action],
    ...(action === 'list' && {
      label: `${name}.title`,
      ...(menu && { icon: menu.icon, menu: { name, group: menu.under, order: menu.order } }),
    }),
  };
}

/** Returns the create and edit screens of a resource, which open over its list. */
export const formsOf = (resource: Resource, page: LoadPage): Screen[] =>
  (['create', 'edit'] as const)
    .filter((action) => resource.actions.includes(action))
    .map((action) => ({ ...ofResource(resource, action), page }));

/** Returns the screen that shows one row with the generic page. */
export const showScreen = (resource: Resource): Screen => ({
  ...ofResource(resource, 'show'),
  page: async () => {
    const { ShowPage } = await import('./resource/show-page.tsx');
    return () => <ShowPage resource={resource} />;
  },
});

/** Returns the screen that lists a resource with the generic page, and its forms. */
const listScreen = (resource: Resource): Screen => ({
  ...ofResource(resource, 'list'),
  page: async () => {
    const { ListPage } = await import('./resource/list-page.tsx');
    return () => <ListPage resource={resource} />;
  },
  children: !resource.form
    ? []
    : formsOf(resource, async () => {
        const { FormDialog } = await import('./resource/form-dialog.tsx');
        return () => <FormDialog resource={resource} />;
      }),
});

/** Returns generic screens for every resource with a path and without a list screen in `own`. */
export function declaredScreens(resources: readonly Resource[], own: readonly Screen[]): Screen[] {
  const drawn = new Set(own.flatMap(({ resource, action }) => (action === 'list' && resource ? [resource.name] : [])));
  return resources
    .filter(({ name, path }) => path !== '' && !drawn.has(name))
    .flatMap((resource) => [
      listScreen(resource),
      ...(resource.actions.includes('show') ? [showScreen(resource)] : []),
    ]);
}
