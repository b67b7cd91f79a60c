import { type HttpError, useList, useUpdate } from '@refinedev/core';
import { Button, Dropdown, type MenuProps, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { savedViews } from '../../../resources/index.ts';
import type { DeclaredView, RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { Icon } from '../components/icon.tsx';
import { loadMessages, t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { type ListView, readView, sortersOf, writeView } from '../providers/view.ts';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

const ViewDialogs = lazy(async () => {
  const [dialogs] = await Promise.all([import('./view-dialogs.tsx'), loadMessages(savedViews.name)]);
  return dialogs;
});

export type SavedView = RecordOf<typeof savedViews>;
/** A view to choose: `query` is that of its address. */
interface ViewChoice {
  key: string;
  label: string;
  query: string;
  saved?: SavedView;
}

/** Returns the query of a view, without its page, so that two views can be compared. */
const queryOf = (resource: Resource, view: Pick<ListView, 'filters' | 'sorters'>) =>
  writeView(resource, { ...view, currentPage: 1, pageSize: PAGE_SIZE }).toString();
const read = (resource: Resource, query: string) => readView(resource, new URLSearchParams(query));

function declaredQuery(resource: Resource, { filters = {}, sort = resource.list.sort }: DeclaredView): string {
  const pairs = Object.entries(filters).flatMap(([name, values]) => [values ?? []].flat().map((one) => [name, one]));
  const view = read(resource, new URLSearchParams(pairs).toString());
  return queryOf(resource, { ...view, sorters: sortersOf(sort) });
}

function useChoices(resource: Resource) {
  const { result } = useList<SavedView, HttpError>({
    resource: savedViews.name,
    filters: [{ field: 'list', operator: 'in', value: [resource.name] }],
    sorters: sortersOf(savedViews.list.sort),
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: useAllowed(savedViews.name, 'list') },
  });
  const declared = Object.entries(resource.list.views ?? {}).map(([name, view]): ViewChoice => {
    return { key: name, label: textsOf(resource).t(`views.${name}`), query: declaredQuery(resource, view) };
  });
  const saved = (result.data ?? [])
    .map((one): ViewChoice => ({
      key: one.id,
      label: one.name,
      query: queryOf(resource, read(resource, one.query)),
      saved: one,
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR'));
  const all: ViewChoice = { key: 'all', label: t('resource.views.all'), query: '' };
  return {
    fixed: [all, ...declared],
    own: saved.filter(({ saved: view }) => view?.isOwn),
    shared: saved.filter(({ saved: view }) => !view?.isOwn),
  };
}

/** Returns what a person may do with the view of the list: `base` is the view last chosen, `active` the one that is shown. */
function useViewActions(now: string, active: ViewChoice | undefined, base: ViewChoice | undefined) {
  const [opened, setOpened] = useState<'new' | 'edit' | 'delete'>();
  const { mutate } = useUpdate<SavedView, HttpError>();
  const [canCreate, canEdit] = [useAllowed(savedViews.name, 'create'), useAllowed(savedViews.name, 'edit')];
  const canShare = useAllowed(`${savedViews.name}.shared`, 'write');
  const canDelete = useAllowed(savedViews.name, 'delete');
  const own = active?.saved?.isOwn ? active : undefined;
  const changed = base?.saved?.isOwn && !active && now !== '' ? base : undefined;
  const update = (view: ViewChoice) => mutate({ resource: savedViews.name, id: view.key, values: { query: now } });
  const item = (key: string, label: string, more: object) => ({ key, label, ...more });
  const opening = (dialog: typeof opened) => ({ onClick: () => setOpened(dialog) });
  const edit = t(canShare ? 'resource.views.edit' : 'resource.views.editOwn');
  const items: MenuProps['items'] = [
    changed &&
      canEdit &&
      item('update', t('resource.views.update', { name: changed.label }), { onClick: () => update(changed) }),
    canCreate && item('new', t('resource.views.save'), { disabled: now === '', ...opening('new') }),
    own && canEdit && item('edit', edit, opening('edit')),
    own &&
      canDelete &&
      item('delete', t('resource.views.delete', { name: own.label }), { danger: true, ...opening('delete') }),
  ].flatMap((one) => one || []);
  return { items, opened, close: () => setOpened(undefined) };
}

/** A select of the declared and the saved views of a list, and a menu to save and change one's own. */
export function ListViews(props: { resource: Resource; control: ListControl }) {
  const { resource, control } = props;
  const [chosen, choose] = useState<string>();
  const { fixed, own, shared } = useChoices(resource);
  const all = [...fixed, ...own, ...shared];
  const now = queryOf(resource, control.view);
  const base = all.find(({ key }) => key === chosen);
  const active = base?.query === now ? base : all.find(({ query }) => query === now);
  const { items, opened, close } = useViewActions(now, active, base);
  const show = (key: string) => {
    choose(key);
    const { filters, sorters } = read(resource, all.find((one) => one.key === key)?.query ?? '');
    control.change({ filters, sorters });
  };
  const option = ({ key, label }: ViewChoice) => ({ value: key, label });
  const group = (label: string, choices: readonly ViewChoice[]) =>
    choices.length > 0 ? [{ label, options: choices.map(option) }] : [];
  return (
    <>
      <Select<string>
        className="list-filter"
        aria-label={t('resource.views.label')}
        placeholder={t('resource.views.label')}
        prefix={<Icon name="layers" />}
        popupMatchSelectWidth={false}
        options={[
          ...fixed.map(option),
          ...group(t('resource.views.own'), own),
          ...group(t('resource.views.shared'), shared),
        ]}
        value={active?.key}
        onChange={show}
      />
      {items.length > 0 && (
        <Dropdown trigger={['click']} autoFocus menu={{ items, 'aria-label': t('resource.views.actions') }}>
          <Button
            type="text"
            icon={<Icon name="more" />}
            aria-label={t('resource.views.actions')}
            aria-haspopup="menu"
          />
        </Dropdown>
      )}
      {opened && (
        <Suspense>
          <ViewDialogs
            opened={opened}
            view={opened === 'new' ? undefined : active?.saved}
            fixed={{ list: resource.name, query: now }}
            onClose={close}
            onSaved={({ id }) => choose(id)}
          />
        </Suspense>
      )}
    </>
  );
}
