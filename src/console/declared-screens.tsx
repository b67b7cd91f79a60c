import type { Resource } from '../../resources/kit/resource.ts';
import type { LoadPage, Screen } from './screen.ts';

/** What every form of a resource needs besides the resource's own file. */
export const FORM_LOCALES = ['resource', 'validation', 'errors'];

const ADDRESSES = { list: '', create: '/new', edit: '/edit/:id', show: '/:id' };

/** What a declaration says of a screen: its address, words and permission; its menu entry, for the list. */
export function ofResource(resource: Resource, action: keyof typeof ADDRESSES): Omit<Screen, 'page'> {
  const { name, path, menu } = resource;
  return {
    resource,
    action,
    path: path + ADDRESSES[action],
    locales: [name, ...FORM_LOCALES],
    permission: [name, action],
    ...(action === 'list' && {
      label: `${name}.title`,
      ...(menu && { icon: menu.icon, menu: { name, group: menu.under, order: menu.order } }),
    }),
  };
}

/** The forms of a resource, drawn over its list. */
export const formsOf = (resource: Resource, page: LoadPage): Screen[] =>
  (['create', 'edit'] as const)
    .filter((action) => resource.actions.includes(action))
    .map((action) => ({ ...ofResource(resource, action), page }));

/** The engine's page of one row. */
export const showScreen = (resource: Resource): Screen => ({
  ...ofResource(resource, 'show'),
  page: async () => {
    const { ShowPage } = await import('./resource/show-page.tsx');
    return () => <ShowPage resource={resource} />;
  },
});

/** The engine's list of a resource with its forms. */
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

/** The screens that the engine draws of every resource whose list is not one of ours. */
export function declaredScreens(resources: readonly Resource[], own: readonly Screen[]): Screen[] {
  const drawn = new Set(own.flatMap(({ resource, action }) => (action === 'list' && resource ? [resource.name] : [])));
  return resources
    .filter(({ name, path }) => path !== '' && !drawn.has(name))
    .flatMap((resource) => [
      listScreen(resource),
      ...(resource.actions.includes('show') ? [showScreen(resource)] : []),
    ]);
}
