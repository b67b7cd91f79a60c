import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '../../resources/kit/resource.ts';
import { partsOf } from './parts.ts';
import type { LoadPage, Screen } from './providers/screen.ts';
import type { ListCards } from './resource/list-cards.tsx';
import type { ScreenParts } from './resource/parts.ts';

/** The locale files that every form needs, in addition to the resource's own. */
export const FORM_LOCALES = ['resource', 'validation'];

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

function withParts<P extends { resource: Resource }>(
  Page: ComponentType<P>,
  resource: Resource,
  { results }: ScreenParts,
  useParts: (resource: Resource) => Partial<P> & { dialog?: ReactNode } = () => ({}),
): ComponentType {
  return function PageWithParts() {
    const { dialog, ...own } = useParts(resource);
    return (
      <>
        <Page {...({ resource, results, ...own } as unknown as P)} />
        {dialog}
      </>
    );
  };
}

/** Returns the screen that shows one row with the generic page. */
export const showScreen = (resource: Resource): Screen => ({
  ...ofResource(resource, 'show'),
  page: async () => {
    const [{ ShowPage }, parts] = await Promise.all([import('./resource/show-page.tsx'), partsOf(resource)]);
    return withParts(ShowPage, resource, parts, parts.useShow);
  },
});

type UseList = NonNullable<ScreenParts['useList']>;

/** Only lists that declare cards load them. */
const withCards =
  (Cards: typeof ListCards, useList: UseList): UseList =>
  (resource) => {
    const own = useList(resource);
    const above: typeof own.above = (control) => (
      <>
        <Cards resource={resource} control={control} />
        {own.above?.(control)}
      </>
    );
    return { ...own, above };
  };

/** Returns the screen that lists a resource with the generic page, and its forms. */
export const listScreen = (resource: Resource): Screen => ({
  ...ofResource(resource, 'list'),
  page: async () => {
    const [{ ListPage }, parts, cards] = await Promise.all([
      import('./resource/list-page.tsx'),
      partsOf(resource),
      resource.cards && import('./resource/list-cards.tsx'),
    ]);
    const { useList = () => ({}) } = parts;
    return withParts(ListPage, resource, parts, cards ? withCards(cards.ListCards, useList) : useList);
  },
  children: !resource.form
    ? []
    : formsOf(resource, async () => {
        const [{ FormDialog }, parts] = await Promise.all([import('./resource/form-dialog.tsx'), partsOf(resource)]);
        return withParts(FormDialog, resource, parts, parts.useForm);
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
